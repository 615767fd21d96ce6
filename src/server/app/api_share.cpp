// Links to tables for people and for programs that show a preview of them (docs/sharing.md): a page with Open Graph
// tags that leads on to the table, and the board as a picture. Both tell what anybody could watch there, and nothing of
// private tables.
#include <charconv>

#include "io/board/board.h"
#include "io/text/html.h"
#include "io/text/locale.h"
#include "server/app/app.h"
#include "server/people/tokens.h"

namespace remise::server {
namespace {

constexpr int most_drawn_at_once = 2;

// The number of a move in an address; -1: none.
std::int64_t move_number(const std::string& text) {
  std::int64_t value = -1;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return fault == std::errc{} && end == text.data() + text.size() && value >= 0 && value < 1'000'000 ? value : -1;
}

std::string round_text(const Preview& preview, const Locale& texts) {
  const std::string named = preview.game + ".round." + preview.round;
  if (texts.has(named)) return texts.text(named);
  const auto digit = preview.round.find_first_of("0123456789");
  if (digit == std::string::npos || !texts.has(preview.game + ".round")) return preview.round;
  return texts.text(preview.game + ".round", {{"n", preview.round.substr(digit)}});
}

std::string description(const Preview& preview, const Locale& texts, const std::string& game) {
  if (preview.waiting) return texts.text("server.preview.waiting", {{"game", game}});
  const Json values{{"game", game}, {"round", round_text(preview, texts)}, {"who", preview.to_act}};
  return texts.text(preview.over || preview.to_act.empty() ? "server.preview.over" : "server.preview.turn", values);
}

std::string tag(std::string_view name, std::string_view content) {
  const std::string kind = name.starts_with("og:") ? "property" : "name";
  return "<meta " + kind + "=\"" + std::string(name) + "\" content=\"" + escaped_html(content) + "\">\n";
}

}  // namespace

// Read once for each language and game.
const Locale& App::preview_texts(const std::string& language, const std::string& game) {
  const std::string lang(language_of(language));
  auto& texts = preview_texts_[lang + "/" + game];
  if (!texts) texts = std::make_unique<Locale>(lang, &embedded_data, std::vector<std::string>{"server", game});
  return *texts;
}

// Whatever stands in the address: a page that leads to the table, which says itself where there is none.
void App::get_link_page(Call call) {
  const std::string id = call.params[0];
  const std::int64_t n = call.params.size() > 1 ? move_number(call.params[1]) : -1;
  const auto show = [this, n](const Call& asked, const std::optional<Preview>& preview) {
    const bool known = is_table_id(asked.params[0]);
    const std::string up = asked.params.size() > 1 ? "../../" : "../";
    const std::string to =
        up + (known ? "#/t/" + asked.params[0] + (n >= 0 ? "/" + std::to_string(n) : "") : std::string("#/"));
    const Locale& texts = preview_texts(preview ? preview->language : "", preview ? preview->game : "");
    std::string head = tag("og:site_name", "Remise") + tag("og:type", "website");
    std::string title = "Remise";
    if (preview) {
      const Game* game = games_.find(preview->game);
      const std::string name = game ? game->about().value("name", preview->game) : preview->game;
      title = preview->title.empty() ? name : preview->title;
      head += tag("og:description", description(*preview, texts, name));
      const std::string site = config_.origin.empty() ? "http://" + asked.request.host : config_.origin;
      if (!preview->waiting)
        head += tag("og:image", site + "/api/tables/" + asked.params[0] + "/picture?n=" + std::to_string(preview->n)) +
                tag("og:image:width", std::to_string(card_width)) +
                tag("og:image:height", std::to_string(card_height)) + tag("twitter:card", "summary_large_image");
    } else {
      head += tag("og:description", texts.text("server.preview.nothing"));
    }
    Response response;
    response.content_type = "text/html; charset=utf-8";
    response.body = "<!doctype html>\n<html lang=\"" + texts.lang() + "\">\n<head>\n<meta charset=\"utf-8\">\n<title>" +
                    escaped_html(title) + "</title>\n" + tag("robots", "noindex") + tag("og:title", title) + head +
                    "<meta http-equiv=\"refresh\" content=\"0; url=" + escaped_html(to) +
                    "\">\n</head>\n<body><a href=\"" + escaped_html(to) + "\">" + escaped_html(title) +
                    "</a></body>\n</html>\n";
    answer(asked, std::move(response));
  };
  if (!is_table_id(id)) return show(call, std::nullopt);
  if (!tables_.loaded(id)) ledger_.book(call.who.payer(), loading_work);
  tables_.with_newest(id, [this, n, show, call = std::make_shared<Call>(std::move(call))](Tables::Found found) {
    ledger_.booked(call->who.payer(),
                   [&] { show(*call, found ? preview_of(*(*found)->table, n) : std::optional<Preview>()); });
  });
}

void App::answer_picture(const Call& call, const std::string& png) {
  Response response;
  response.content_type = "image/png";
  response.body = png;
  response.headers.emplace_back("Cache-Control", "public, max-age=300");
  answer(call, std::move(response));
}

void App::get_picture(Call call) {
  const std::string id = call.params[0];
  const auto asked = call.request.query.find("n");
  const std::int64_t n = asked == call.request.query.end() ? -1 : move_number(asked->second);
  if (asked != call.request.query.end() && n < 0)
    return answer(call, error_response(server_error(ErrorCode::no_such_position, {{"n", asked->second}})));
  if (!tables_.loaded(id)) ledger_.book(call.who.payer(), loading_work);
  tables_.with_newest(id, [this, n, call = std::make_shared<Call>(std::move(call))](Tables::Found found) {
    if (!found) return answer(*call, error_response(found.error()));
    std::expected<DrawPicture, Error> picture;
    ledger_.booked(call->who.payer(), [&] { picture = picture_of(*(*found)->table, n); });
    if (!picture) return answer(*call, error_response(picture.error()));
    if (const std::string* drawn = drawn_.find(picture->key)) return answer_picture(*call, *drawn);
    if (!pictures_.take(call->request.address, loop_.steady()))
      return answer(*call, error_response(server_error(ErrorCode::too_fast)));
    if (drawing_ >= most_drawn_at_once || workers_.spare() == 0)
      return answer(*call, error_response(server_error(ErrorCode::server_busy)));
    ++drawing_;
    auto png = std::make_shared<std::string>();
    workers_.run([png, draw = picture->draw] { *png = draw(); },
                 [this, png, key = picture->key, call] {
                   --drawing_;
                   drawn_.keep(key, *png);
                   answer_picture(*call, *png);
                 });
  });
}

}  // namespace remise::server
