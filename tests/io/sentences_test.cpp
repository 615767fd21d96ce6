// Sentences about oneself and about others, with signs, links and cards, in every language.
#include "io/text/sentences.h"

#include <gtest/gtest.h>

#include "core/game.h"
#include "io/text/renderer.h"

namespace remise {
namespace {

class Sentences : public testing::Test {
 protected:
  std::string act(const std::string& game_id, std::string_view lang, const Json& action) {
    return said(game_id, lang, Seat::none, [&](const Speaker& speaker) { return speaker.action(action); });
  }
  std::string say(const std::string& game_id, std::string_view lang, Seat reader, const Json& event) {
    return said(game_id, lang, reader, [&](const Speaker& speaker) { return speaker.event(event); });
  }
  // The first sentence of a move in the log.
  std::string tell(const std::string& game_id, std::string_view lang, Seat reader, const Json& move) {
    return said(game_id, lang, reader, [&](const Speaker& speaker) { return speaker.tell(move).front().head; });
  }

 private:
  template <class Say>
  std::string said(const std::string& game_id, std::string_view lang, Seat reader, Say say) {
    for (const GameMaker& maker : game_makers()) {
      if (maker.id != game_id) continue;
      const auto game = maker(embedded_data);
      if (!game) return "no game";
      const auto match = (*game)->start({{"players", 3}, {"seed", "words"}});
      if (!match) return "no match";
      const Locale locale(lang, embedded_data, {"core", game_id});
      return say(speaker_for(locale, **match, {{"names", {"Anna", "Bruno", "Chiara"}}}, reader));
    }
    return "no game";
  }
};

constexpr Seat anna{0};

TEST_F(Sentences, SpeakToTheReaderInEveryLanguage) {
  const Json bid = {{"kind", "private_bid"}, {"seat", 0}, {"private", "SS"}, {"price", 65}};
  EXPECT_EQ(say("1840", "en", anna, bid), "You bid 65\u00a0G for Schloss Schönbrunn.");
  EXPECT_EQ(say("1840", "de", anna, bid), "Du bietest 65\u00a0G für Schloss Schönbrunn.");
  EXPECT_EQ(say("1840", "es", anna, bid), "Pujas 65\u00a0G por Schloss Schönbrunn.");
  EXPECT_EQ(say("1840", "ru", anna, bid), "Вы ставите 65\u00a0G на Schloss Schönbrunn.");
  EXPECT_EQ(say("1840", "en", Seat{1}, bid), "Anna bids 65\u00a0G for Schloss Schönbrunn.");
  EXPECT_EQ(say("1840", "ru", Seat::none, bid), "Anna ставит 65\u00a0G на Schloss Schönbrunn.");
  const Json pass = {{"kind", "passed"}, {"seat", 0}, {"forced", true}};
  EXPECT_EQ(say("1840", "es", anna, pass), "Pasas (sin otra opción).");
  EXPECT_EQ(say("tramways", "ru", anna, {{"kind", "passed"}, {"seat", 0}}), "Вы пасуете.");
}

TEST_F(Sentences, AMoveThatChangesNothingSaysSo) {
  const Json move = {{"seat", 0},
                     {"action", {{"type", "assign_trams"}, {"trams", {{"1", "orange"}, {"18", nullptr}}}}}};
  EXPECT_EQ(tell("1840", "en", Seat{1}, move), "Anna leaves the trams on their lines.");
  EXPECT_EQ(tell("1840", "de", anna, move), "Du lässt die Straßenbahnen auf ihren Linien.");
  EXPECT_EQ(tell("1840", "es", anna, move), "Dejas los tranvías en sus líneas.");
  EXPECT_EQ(tell("1840", "ru", Seat{1}, move), "Anna оставляет трамваи на их линиях.");
}

TEST_F(Sentences, ARangeOfOneNumberIsThatNumber) {
  const auto sale = [](int most) {
    return Json{{"type", "sell_shares"}, {"company", "W"}, {"count", {{"min", 1}, {"max", most}, {"step", 1}}}};
  };
  EXPECT_EQ(act("1840", "en", sale(4)), "sell 1-4 shares of Stadtbahn W");
  EXPECT_EQ(act("1840", "en", sale(1)), "sell 1 share of Stadtbahn W");
  EXPECT_EQ(act("1840", "de", sale(1)), "1 Aktie von Stadtbahn W verkaufen");
}

TEST_F(Sentences, ChangesHaveASignAndLinksTheirEnds) {
  const Json stress = {{"kind", "stress_changed"}, {"seat", 1}, {"change", 1}, {"now", 3}};
  EXPECT_EQ(say("tramways", "en", anna, stress), "Bruno: stress +1, now 3.");
  const Json less = {{"kind", "hp_changed"}, {"seat", 0}, {"change", -2}, {"now", 3}};
  EXPECT_EQ(say("tramways", "de", anna, less), "Du: −2\u00a0HP, jetzt 3.");
  const Json paid = {{"kind", "link_paid"},      {"seat", 1},   {"link", 7},
                     {"link_ends", {"R", "D2"}}, {"amount", 3}, {"owner_seat", 0}};
  EXPECT_EQ(say("tramways", "en", anna, paid), "Bruno pays you $3 for link R–D2.");
  EXPECT_EQ(say("tramways", "es", anna, paid), "Bruno te paga 3\u00a0$ por la línea R–D2.");
  EXPECT_EQ(say("tramways", "ru", Seat{1}, paid), "Вы платите игроку Anna 3\u00a0$ за линию R–D2.");
  const Json open = {{"kind", "link_removed"}, {"seat", 0}, {"link", 7}, {"link_ends", {"R", nullptr}}, {"pieces", 2}};
  EXPECT_EQ(say("tramways", "ru", anna, open), "Ваша линия R–… снимается (2 рельса).");
}

// A label tells two links with the same ends apart; without one the ends are the name.
TEST_F(Sentences, LinksWithTheSameEndsAreToldApart) {
  for (const GameMaker& maker : game_makers()) {
    if (maker.id != "tramways") continue;
    const auto game = maker(embedded_data);
    ASSERT_TRUE(game);
    const auto match = (*game)->start({{"players", 3}, {"seed", "words"}});
    ASSERT_TRUE(match);
    const Locale locale("en", embedded_data, {"core", "tramways"});
    Speaker speaker = speaker_for(locale, **match, {{"names", {"Anna", "Bruno", "Chiara"}}}, anna);
    speaker.set_labels({{"link", {{"7", "R 3d–C 5f"}}}});
    Json done = {{"kind", "link_completed"}, {"seat", 0}, {"link", 7}, {"link_ends", {"R", "C"}}};
    EXPECT_EQ(speaker.event(done), "Your link R 3d–C 5f is complete.");
    done["link"] = 8;
    EXPECT_EQ(speaker.event(done), "Your link R–C is complete.");
  }
}

TEST_F(Sentences, NobodyIsNamedWhereACompanyOwns) {
  const Json paid = {{"kind", "private_paid"}, {"private", "PR"}, {"seat", nullptr}, {"company", "WT"}, {"amount", 10}};
  EXPECT_EQ(say("1840", "en", anna, paid), "Prater pays WT 10\u00a0G.");
}

TEST_F(Sentences, CardsGoByWhatIsPrintedOnThem) {
  const Json taken = {{"kind", "auction_card_taken"}, {"seat", 0}, {"card", 92}};
  EXPECT_EQ(say("tramways", "en", anna, taken), "You take the card “2 rails · +1 worker”.");
}

// A fault of a form or a file is named as people call it.
TEST_F(Sentences, FormErrorsAreForPeople) {
  const Locale english("en", embedded_data, {"core"}), german("de", embedded_data, {"core"});
  EXPECT_EQ(english.text(form_error("too_large", "table.name", 40)), "Name: this is too long or too large (40).");
  EXPECT_EQ(german.text(form_error("missing", "file.game")), "Spiel: Diese Angabe fehlt.");
  EXPECT_EQ(english.text(form_error("missing", "position.spots[3]")), "“position.spots[3]”: this is missing.");
  EXPECT_EQ(english.text(form_error("unknown_word", "options.variant", "")),
            "“options.variant”: “” is not known here.");
}

}  // namespace
}  // namespace remise
