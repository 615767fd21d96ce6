#include "server/people/tokens.h"

#include <gtest/gtest.h>

namespace remise::server {
namespace {

TEST(Tokens, AreLongRandomAndStoredAsHashes) {
  ASSERT_TRUE(start_crypto());
  SystemEntropy entropy;
  const std::string a = new_token(entropy), b = new_token(entropy);
  EXPECT_NE(a, b);
  EXPECT_TRUE(is_token(a));
  EXPECT_FALSE(is_token(a.substr(1)));
  EXPECT_FALSE(is_token(std::string(token_length, '*')));
  EXPECT_EQ(token_hash(a), token_hash(a));
  EXPECT_EQ(token_hash(a).find(a), std::string::npos);
  for (int i = 0; i < 1000; ++i) {
    const std::string id = new_table_id(entropy);
    EXPECT_TRUE(is_table_id(id));
    EXPECT_NE(id.front(), '-') << "a command line takes that for an option";
  }
}

TEST(Tokens, PasswordsAreHashedWithArgon2id) {
  ASSERT_TRUE(start_crypto());
  const auto hash = hash_password("correct horse");
  ASSERT_TRUE(hash);
  EXPECT_TRUE(hash->starts_with("$argon2id$"));
  EXPECT_TRUE(check_password("correct horse", *hash));
  EXPECT_FALSE(check_password("correct hors", *hash));
  EXPECT_FALSE(check_password("", *hash));
}

}  // namespace
}  // namespace remise::server
