// What other libraries take for the texts that leave and enter the server: RapidJSON and simdjson beside
// core/json_writer.h, core/document.h and nlohmann. Views of both games are written from one tree by each of the
// writers, so that the difference is theirs; the same views, a client's move and the largest file of data are read.
//
// The readers do not promise the same. Ours and parse_json refuse duplicate members, bad UTF-8, depth and numbers out
// of range; RapidJSON and simdjson let duplicates through; on-demand simdjson checks what is asked for, which here is
// everything.
#include <benchmark/benchmark.h>
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <simdjson.h>

#include "core/assert.h"
#include "core/game.h"
#include "core/json_writer.h"
#include "core/random.h"

namespace remise {
namespace {

// A view with all legal moves, the longest of a random match.
std::string longest_view(std::string_view id) {
  for (const GameMaker maker : game_makers()) {
    if (maker.id != id) continue;
    const auto game = *maker(embedded_data);
    const auto match = *game->start({{"players", 4}, {"seed", "libraries"}});
    Random random = Random::from_seed("libraries");
    std::string longest, text;
    while (!match->to_act().empty()) {
      const Seat seat = match->to_act().lowest();
      text.clear();
      match->write_view(text, Viewer::of(seat));
      if (text.size() > longest.size()) longest = text;
      REMISE_ASSERT(match->play(seat, *match->pick(seat, random)));
    }
    return longest;
  }
  REMISE_ASSERT(false);
  return "";
}

struct Text {
  const char* name;
  std::string text;
};

const std::vector<Text>& texts() {
  static const std::vector<Text> list{
      {"view of 1840", longest_view("1840")},
      {"view of Tramways", longest_view("tramways")},
      {"a move",
       R"({"type":"move","table":"k3J9sdQpL2xAbC0z","rev":213,"key":"8f2c","action":{"type":"lay_tile","line":3,"hex":"F11","tile":"57","rotation":2}})"},
      {"map of 1840", std::string(*embedded_data("1840/map.json"))},
  };
  return list;
}

// ---- writing ----

void by_ours(JsonWriter& w, const Json& json) {
  switch (json.type()) {
    case Json::value_t::object:
      w.begin_object();
      for (const auto& [key, member] : json.items()) {
        w.key(std::string_view(key));
        by_ours(w, member);
      }
      return w.end_object();
    case Json::value_t::array:
      w.begin_list();
      for (const Json& item : json) by_ours(w, item);
      return w.end_list();
    case Json::value_t::string: return w.value(json.get_ref<const std::string&>());
    case Json::value_t::boolean: return w.value(json.get<bool>());
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned: return w.value(json.get<std::int64_t>());
    default: return w.value(nullptr);
  }
}

using RapidWriter = rapidjson::Writer<rapidjson::StringBuffer>;
void by_rapid(RapidWriter& w, const Json& json) {
  const auto size = [](const std::string& text) { return static_cast<rapidjson::SizeType>(text.size()); };
  switch (json.type()) {
    case Json::value_t::object:
      w.StartObject();
      for (const auto& [key, member] : json.items()) {
        w.Key(key.data(), size(key));
        by_rapid(w, member);
      }
      w.EndObject();
      return;
    case Json::value_t::array:
      w.StartArray();
      for (const Json& item : json) by_rapid(w, item);
      w.EndArray();
      return;
    case Json::value_t::string: {
      const auto& text = json.get_ref<const std::string&>();
      w.String(text.data(), size(text));
      return;
    }
    case Json::value_t::boolean: w.Bool(json.get<bool>()); return;
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned: w.Int64(json.get<std::int64_t>()); return;
    default: w.Null(); return;
  }
}

std::string written_by_ours(const Json& json) {
  std::string text;
  {
    JsonWriter w(text);
    by_ours(w, json);
  }
  return text;
}
std::string written_by_rapid(const Json& json) {
  rapidjson::StringBuffer buffer;
  RapidWriter w(buffer);
  by_rapid(w, json);
  return buffer.GetString();
}

void done(benchmark::State& state, const Text& text) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.text.size()));
  state.SetLabel(text.name + (", " + std::to_string(text.text.size())) + " bytes");
}
const Text& chosen(const benchmark::State& state) { return texts()[static_cast<std::size_t>(state.range(0))]; }

void BM_WriteOurs(benchmark::State& state) {
  const Json json = Json::parse(chosen(state).text);
  REMISE_ASSERT(written_by_ours(json) == json.dump());
  std::string text;
  for (auto _ : state) {
    text.clear();
    {
      JsonWriter w(text);
      by_ours(w, json);
    }
    benchmark::DoNotOptimize(text.data());
  }
  done(state, chosen(state));
}
void BM_WriteRapidJson(benchmark::State& state) {
  const Json json = Json::parse(chosen(state).text);
  REMISE_ASSERT(written_by_rapid(json) == json.dump());
  rapidjson::StringBuffer buffer;
  for (auto _ : state) {
    buffer.Clear();
    RapidWriter w(buffer);
    by_rapid(w, json);
    benchmark::DoNotOptimize(buffer.GetString());
  }
  done(state, chosen(state));
}
void BM_WriteNlohmann(benchmark::State& state) {
  const Json json = Json::parse(chosen(state).text);
  for (auto _ : state) benchmark::DoNotOptimize(json.dump());
  done(state, chosen(state));
}

// ---- reading ----

void BM_ReadParseJson(benchmark::State& state) {  // what the server does with a client's message
  for (auto _ : state) {
    const auto json = parse_json(chosen(state).text);
    REMISE_ASSERT(json);
    benchmark::DoNotOptimize(json->size());
  }
  done(state, chosen(state));
}
void BM_ReadDocument(benchmark::State& state) {  // what reads the data of the games
  for (auto _ : state) {
    const auto document = parse_document(chosen(state).text);
    REMISE_ASSERT(document);
    benchmark::DoNotOptimize(&*document);
  }
  done(state, chosen(state));
}
void BM_ReadNlohmann(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Json::parse(chosen(state).text).size());
  done(state, chosen(state));
}
void BM_ReadRapidJson(benchmark::State& state) {
  for (auto _ : state) {
    rapidjson::Document document;
    document.Parse<rapidjson::kParseValidateEncodingFlag>(chosen(state).text.data(), chosen(state).text.size());
    REMISE_ASSERT(!document.HasParseError());
    benchmark::DoNotOptimize(document.GetType());
  }
  done(state, chosen(state));
}
void BM_ReadSimdjson(benchmark::State& state) {  // memory of the parser and padded text are kept
  simdjson::dom::parser parser;
  const simdjson::padded_string text(chosen(state).text);
  for (auto _ : state) {
    const auto document = parser.parse(text);
    REMISE_ASSERT(document.error() == simdjson::SUCCESS);
    benchmark::DoNotOptimize(document.type());
  }
  done(state, chosen(state));
}

// Every value is looked at: on demand nothing else would be checked.
std::size_t visited(simdjson::ondemand::value value) {
  std::size_t count = 1;
  switch (value.type()) {
    case simdjson::ondemand::json_type::object:
      for (auto field : value.get_object()) {
        std::string_view key = field.unescaped_key();
        count += key.size() + visited(field.value());
      }
      break;
    case simdjson::ondemand::json_type::array:
      for (auto item : value.get_array()) count += visited(item.value());
      break;
    case simdjson::ondemand::json_type::string: count += std::string_view(value.get_string()).size(); break;
    case simdjson::ondemand::json_type::number:
      count += static_cast<std::size_t>(std::int64_t(value.get_int64()));
      break;
    case simdjson::ondemand::json_type::boolean: count += bool(value.get_bool()) ? 1 : 0; break;
    case simdjson::ondemand::json_type::null: break;
  }
  return count;
}
void BM_ReadSimdjsonOnDemand(benchmark::State& state) {
  simdjson::ondemand::parser parser;
  const simdjson::padded_string text(chosen(state).text);
  for (auto _ : state) {
    auto document = parser.iterate(text);
    std::size_t count = 0;
    for (auto field : document.get_object()) {
      std::string_view key = field.unescaped_key();
      count += key.size() + visited(field.value());
    }
    benchmark::DoNotOptimize(count);
  }
  done(state, chosen(state));
}

BENCHMARK(BM_WriteOurs)->DenseRange(0, 1);
BENCHMARK(BM_WriteRapidJson)->DenseRange(0, 1);
BENCHMARK(BM_WriteNlohmann)->DenseRange(0, 1);
BENCHMARK(BM_ReadParseJson)->DenseRange(0, 3);
BENCHMARK(BM_ReadDocument)->DenseRange(0, 3);
BENCHMARK(BM_ReadNlohmann)->DenseRange(0, 3);
BENCHMARK(BM_ReadRapidJson)->DenseRange(0, 3);
BENCHMARK(BM_ReadSimdjson)->DenseRange(0, 3);
BENCHMARK(BM_ReadSimdjsonOnDemand)->DenseRange(0, 3);

}  // namespace
}  // namespace remise

BENCHMARK_MAIN();
