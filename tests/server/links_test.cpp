// Short links and their previews: whoever has one learns what anybody could watch, and nothing of a private table.
#include <gtest/gtest.h>

#include "support/app_fixture.h"

namespace remise::testing {
namespace {

class Links : public AppTest {
 protected:
  std::string table(bool open, const std::string& title) {
    const std::string me = player_token(node.entropy);
    const auto made = world.ask(node, "POST", "/api/tables",
                                {{"game", "nim"},
                                 {"seats", {{{"kind", "human"}}, {{"kind", "human"}}}},
                                 {"name", "Mallory <b>"},
                                 {"title", title},
                                 {"open", open}},
                                me);
    EXPECT_EQ(made.status, 200) << made.body.dump();
    return made.body["table"]["id"];
  }
  // The page with its id taken out, so that two can be compared.
  std::string page(const std::string& path, const std::string& id) {
    std::string text = raw(path).text;
    for (auto at = text.find(id); at != std::string::npos; at = text.find(id)) text.replace(at, id.size(), "ID");
    return text;
  }
  World::Answer raw(const std::string& path) { return world.ask(node, "GET", path); }
};

TEST_F(Links, APrivateTableTellsNothing) {
  const std::string open = table(true, "Friday <script>alert(1)</script> \"evening\"");
  const std::string closed = table(false, "Secret meeting");
  const std::string nowhere(closed.size(), 'Z');
  EXPECT_NE(page("/t/" + open, open).find("Friday &lt;script&gt;"), std::string::npos);
  EXPECT_EQ(page("/t/" + open, open).find("<script"), std::string::npos);
  EXPECT_EQ(page("/t/" + closed, closed), page("/t/" + nowhere, nowhere));
  EXPECT_EQ(page("/t/" + closed + "/3", closed), page("/t/" + nowhere + "/3", nowhere));
  EXPECT_EQ(page("/t/" + closed, closed).find("Secret"), std::string::npos);
  EXPECT_EQ(raw("/api/tables/" + closed + "/picture").text, raw("/api/tables/" + nowhere + "/picture").text);
  EXPECT_EQ(raw("/api/tables/" + closed + "/picture").status, 404);
}

// Whatever stands in the address, a page comes back that leads to this server and nowhere else.
TEST_F(Links, NothingInTheAddressGetsIntoThePage) {
  const std::string id = table(true, "x");
  for (const std::string& path : {"/t/" + id + "/-1", "/t/" + id + "/9999999999999999999", "/t/" + id + "/\"><script>",
                                  std::string("/t/\"><script>alert(1)"), std::string("/t/javascript:alert(1)"),
                                  std::string("/t/../../etc"), "/t/" + id + "/1e9", "/t/" + id + "/0x10"}) {
    const auto got = raw(path);
    if (got.status != 200) continue;  // a path of more parts
    EXPECT_EQ(got.text.find("<script"), std::string::npos) << path;
    EXPECT_EQ(got.text.find("javascript:"), std::string::npos) << path;
    EXPECT_NE(got.text.find("url=../"), std::string::npos) << path;
  }
  for (const char* n : {"-1", "x", "1000000000", "1.5", ""})
    EXPECT_GE(raw("/api/tables/" + id + "/picture?n=" + n).status, 400) << n;
}

}  // namespace
}  // namespace remise::testing
