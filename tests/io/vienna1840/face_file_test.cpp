// data/1840/faces.json holds what layout_of computes, to a thousandth of a hex.
#include "io/vienna1840/face_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace remise::vienna1840 {
namespace {

// One line for each face: a changed layout is a changed line.
std::string written(const Json& file) {
  std::string text =
      "{\n \"about\": " + file["about"].dump() + ",\n \"circles\": " + file["circles"].dump() + ",\n \"faces\": {\n";
  std::string between;
  for (const auto& [key, layout] : file["faces"].items()) {
    text.append(between).append("  ").append(Json(key).dump()).append(": ").append(layout.dump());
    between = ",\n";
  }
  return text + "\n }\n}\n";
}

bool near(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) return std::abs(a.get<double>() - b.get<double>()) < 0.0021;
  if (a.type() != b.type() || a.size() != b.size()) return false;
  if (!a.is_structured()) return a == b;
  for (const auto& [key, value] : a.items())
    if (a.is_object() ? !b.contains(key) || !near(value, b[key]) : !near(value, b[std::stoul(key)])) return false;
  return true;
}

TEST(FaceFile, IsWhatTheLayoutComputes) {
  const std::string path = REMISE_SOURCE_DIR "/data/1840/faces.json";
  const auto tables = Tables::read(embedded_data);
  ASSERT_TRUE(tables.has_value());
  const Json now = face_file(**tables);
  if (std::getenv("REMISE_REWRITE")) std::ofstream(path) << written(now);
  std::ifstream in(path);
  const auto kept = parse_json(std::string{std::istreambuf_iterator<char>(in), {}});
  ASSERT_TRUE(kept.has_value()) << path;
  EXPECT_TRUE(near(now, *kept)) << path << " is old: write it again with\n"
                                << "  REMISE_REWRITE=1 build/dev/tests/test_io --gtest_filter=FaceFile.*";
}

}  // namespace
}  // namespace remise::vienna1840
