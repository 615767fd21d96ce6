// Numbers come out the same on every machine.
#include <gtest/gtest.h>

namespace remise {
namespace {

__attribute__((noinline)) double product_and_sum(double a, double b, double c) { return a * b + c; }

// In one step (-ffp-contract=fast, where the machine has it) the sum would show what rounding takes from the product.
TEST(Arithmetic, AProductIsRoundedBeforeSomethingIsAdded) {
  const double a = 1 + 0x1p-30, square = 1 + 0x1p-29;  // a * a is square + 2^-60
  EXPECT_EQ(product_and_sum(a, a, -square), 0);
}

}  // namespace
}  // namespace remise
