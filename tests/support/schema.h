// Values against the schemas of data/openapi.json, by the part of JSON Schema that the file uses.
#pragma once

#include <algorithm>
#include <fstream>
#include <string>

#include "core/json.h"

namespace remise::testing {

class Schemas {
 public:
  Schemas() {
    std::ifstream in(REMISE_SOURCE_DIR "/data/openapi.json");
    api = Json::parse(in);
  }

  // What is wrong with the value; empty where nothing is.
  std::string fault(const Json& value, const Json& schema, const std::string& where) const {
    if (schema.contains("$ref")) return fault(value, named(schema["$ref"]), where);
    for (const char* choice : {"anyOf", "oneOf"})
      if (schema.contains(choice)) return none_of(value, schema[choice], where);
    if (schema.contains("const") && value != schema["const"]) return where + ": not " + schema["const"].dump();
    if (schema.contains("enum") && std::ranges::find(schema["enum"], value) == schema["enum"].end())
      return where + ": unknown word " + value.dump();
    if (schema.contains("type") && !has_one_of(value, schema["type"]))
      return where + ": " + value.dump() + " is no " + schema["type"].dump();
    if (value.is_object() && schema.contains("properties")) return fault_in_members(value, schema, where);
    if (value.is_array() && schema.contains("items"))
      for (const Json& item : value)
        if (auto inner = fault(item, schema["items"], where + "[]"); !inner.empty()) return inner;
    return "";
  }
  // What is wrong with a frame of the WebSocket from this side ("client", "server").
  std::string fault_of_frame(const Json& frame, const std::string& side) const {
    for (const Json& message : api["x-websocket"][side])
      if (const Json& schema = named(message["$ref"]); schema["properties"]["type"]["const"] == frame["type"])
        return fault(frame, schema, message["$ref"].get<std::string>().substr(prefix));
    return "a message of unknown type: " + frame.dump();
  }
  // An error's code of the scope "server" is one of the list, with its values.
  std::string fault_of_error(const Json& error) const {
    if (error["scope"] != "server") return "";
    for (const Json& known : named("#/components/schemas/ServerErrorCode")["oneOf"]) {
      if (known["const"] != error["code"]) continue;
      for (const auto& [name, type] : known["x-values"].items())
        if (!type.get<std::string>().ends_with("?") && !error["values"].contains(name))
          return error.dump() + " has no " + name;
      for (const auto& [name, value] : error["values"].items())
        if (!known["x-values"].contains(name)) return error.dump() + ": " + name + " is not described";
      return "";
    }
    return "unknown code: " + error.dump();
  }

  Json api;

 private:
  static constexpr std::size_t prefix = std::string_view("#/components/schemas/").size();

  const Json& named(const std::string& reference) const {
    return api["components"]["schemas"].at(reference.substr(prefix));
  }
  static bool has_one_of(const Json& value, const Json& types) {
    if (types.is_array()) return std::ranges::any_of(types, [&](const Json& one) { return has_one_of(value, one); });
    if (types == "object") return value.is_object();
    if (types == "array") return value.is_array();
    if (types == "string") return value.is_string();
    if (types == "integer") return value.is_number_integer();
    if (types == "number") return value.is_number();
    if (types == "boolean") return value.is_boolean();
    return types == "null" && value.is_null();
  }
  std::string none_of(const Json& value, const Json& choices, const std::string& where) const {
    std::string faults;
    for (const Json& one : choices) {
      const auto inner = fault(value, one, where);
      if (inner.empty()) return "";
      faults += (faults.empty() ? "" : "; or ") + inner;
    }
    return faults;
  }
  std::string fault_in_members(const Json& value, const Json& schema, const std::string& where) const {
    for (const Json& name : schema["required"])
      if (!value.contains(name.get<std::string>())) return where + ": " + name.dump() + " is missing";
    const Json& rest = schema["additionalProperties"];
    for (const auto& [name, member] : value.items()) {
      const bool known = schema["properties"].contains(name);
      if (!known && rest == false) return where + ": " + name + " is not described";
      const Json& described = known ? schema["properties"][name] : rest;
      if (!described.is_object()) continue;
      if (auto inner = fault(member, described, where + "." + name); !inner.empty()) return inner;
    }
    return "";
  }
};

}  // namespace remise::testing
