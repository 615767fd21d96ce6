#!/usr/bin/env python3
"""wire.py COMMAND: what goes over the wire, from the one description in data/openapi.json.

  cpp DIR   writes DIR/wire.h and DIR/wire.cpp: readers of messages and bodies, and the codes of errors (the build does)
  write     writes the types of the web client (web/src/wire/wire.gen.ts) and docs/api-reference.md
  check     fails where those two are not up to date, or a code of an error has no sentence in one of the languages

OpenAPI 3.1 is JSON Schema; beyond it we write
  x-websocket    the messages of both directions
  x-answer       the schema of the answer to a message
  x-max-bytes    the longest text, in bytes of UTF-8 (maxLength counts characters)
  x-read-if      {"with": "bot"}: the member is needed where the earlier member has this value, and else refused,
                 or with "x-else": "ignored" passed over
  x-where        how the body of a request is called in the paths of errors
  x-status, x-values   of the code of an error: HTTP status, names and types of its values ("integer?": not always there)
  x-type-parameter     a member whose type the web client knows better
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
API = json.loads((ROOT / "data/openapi.json").read_text())
SCHEMAS = API["components"]["schemas"]
LANGUAGES = ["en", "de", "es", "ru"]
TYPES = "web/src/wire/wire.gen.ts"
REFERENCE = "docs/api-reference.md"


def name_of(schema):
    return schema["$ref"].rsplit("/", 1)[1]


def resolved(schema):
    return resolved(SCHEMAS[name_of(schema)]) if "$ref" in schema else schema


def messages(side):
    return [name_of(entry) for entry in API["x-websocket"][side]]


def operations():
    for path, methods in API["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def body_schema(content):
    return content.get("content", {}).get("application/json", {}).get("schema")


def request_bodies():
    """The schemas of bodies that are read member by member, in the order of the file."""
    used = {name_of(body_schema(o["requestBody"])) for _, _, o in operations() if "requestBody" in o}
    return [name for name in SCHEMAS if name in used and "properties" in SCHEMAS[name]]


def errors():
    return SCHEMAS["ServerErrorCode"]["oneOf"]


# --- C++ -------------------------------------------------------------------------------------------------------------

HEADER = "// Made by scripts/wire.py from data/openapi.json: change that, not this.\n"


def snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def camel(name):
    return "".join(part.capitalize() for part in name.split("_"))


def cpp_name(name):
    return name + "_" if name in ("new", "delete", "default") else name


class Member:
    """A member of a message as C++ holds and reads it."""

    def __init__(self, owner, name, schema):
        self.name, self.key = cpp_name(name), name
        full = resolved(schema)
        self.condition = schema.get("x-read-if")
        self.ignored = schema.get("x-else") == "ignored"
        self.default = schema.get("default")
        self.optional = name not in owner["required"] and self.condition is None and self.default is None
        self.words = full.get("enum")
        kind = full["type"]
        if self.words:
            self.type = camel(name)
            words = ", ".join(f'"{word}"' for word in self.words)
            self.read = f'static_cast<T::{self.type}>(in.one_of("{name}", {{{words}}}))'
        elif kind == "string":
            self.type, self.read = "std::string", f'in.text("{name}", {full["x-max-bytes"]})'
        elif kind == "integer":
            self.type, self.read = "std::int64_t", f'in.integer("{name}", {full["minimum"]}, {full["maximum"]})'
        elif kind == "boolean":
            self.type, self.read = "bool", f'in.boolean("{name}")'
            if self.default is not None:
                self.read = f'in.boolean_or("{name}", {str(self.default).lower()})'
        elif kind == "array":
            self.type, self.read = "Json", f'in.array("{name}", {full["maxItems"]})'
        else:
            self.type, self.read = "Json", f'in.object("{name}")'

    def declaration(self):
        lines = []
        if self.words:
            lines.append(f"  enum class {self.type} : std::uint8_t {{ {', '.join(self.words)} }};")
        held = f"std::optional<{self.type}>" if self.optional else self.type
        start = {"std::int64_t": " = 0", "bool": " = false"}.get(held, "{}" if self.words else "")
        return lines + [f"  {held} {self.name}{start};"]

    def reading(self):
        line = f"m.{self.name} = {self.read};"
        if self.condition:
            (other, value), = self.condition.items()
            test = f"m.{cpp_name(other)}" + ("" if value is True else f" == T::{camel(other)}::{value}")
            if not self.ignored:
                return [f"  if ({test}) {line}"]
            return [f"  if ({test})", f"    {line}", "  else", f'    in.skip("{self.key}");']
        if self.optional:
            return [f'  if (in.has("{self.key}"))', f"    {line}", "  else", f'    in.skip("{self.key}");']
        return [f"  {line}"]


def members_of(name, without=()):
    schema = SCHEMAS[name]
    return [Member(schema, key, value) for key, value in schema["properties"].items() if key not in without]


def struct_lines(name, cpp_name, without=()):
    text = SCHEMAS[name].get("description")
    lines = [f"// {text}"] if text else []
    members = [line for member in members_of(name, without) for line in member.declaration()]
    return lines + ([f"struct {cpp_name} {{", *members, "};"] if members else [f"struct {cpp_name} {{}};"])


def message_struct(name):
    return name.removesuffix("Message")


HEAD = ("type", "key", "table")


def header():
    codes = [error["const"] for error in errors()]
    client = messages("client")
    out = [HEADER + "#pragma once", "", "#include <array>", "#include <optional>", "#include <variant>", "",
           '#include "core/json.h"', "", "namespace remise::server {", "",
           "// Every code of the scope \"server\".", "enum class ErrorCode : std::uint8_t {"]
    out += [f"  {code}," for code in codes]
    out += ["};", "struct ErrorEntry {", "  std::string_view text;", "  int status;  // of HTTP", "};",
            f"inline constexpr std::array<ErrorEntry, {len(codes)}> error_entries{{{{"]
    out += [f'    {{"{error["const"]}", {error["x-status"]}}},' for error in errors()]
    out += ["}};", "constexpr std::string_view text_of(ErrorCode code) {",
            "  return error_entries[static_cast<std::size_t>(code)].text;", "}", "", "}  // namespace remise::server", "",
            "namespace remise::server::wire {", "",
            "// What every message of a client may carry: its answer repeats both.",
            "struct Head {", "  std::optional<std::string> key;", "  std::string table;", "  bool needs_key = false;", "};", ""]
    for name in client:
        out += struct_lines(name, message_struct(name), HEAD) + [""]
    listed = ",\n                          ".join(message_struct(name) for name in client)
    types = ", ".join(f'"{SCHEMAS[name]["properties"]["type"]["const"]}"' for name in client)
    out += [f"using Body = std::variant<{listed}>;",
            "struct ClientMessage {", "  Head head;", "  Body body;", "};",
            "// Why a message is not understood, and as much of its head as could be read.",
            "struct Unread {", "  Head head;", "  Error error;", "};",
            f"inline constexpr std::array<std::string_view, {len(client)}> message_types{{{types}}};",
            "std::expected<ClientMessage, Unread> read_message(const Json& json);", "",
            "// The bodies of requests over HTTP.", ""]
    for name in request_bodies():
        out += struct_lines(name, name)
        out += [f"std::expected<{name}, Error> read_{snake(name)}(const Json& json);", ""]
    return "\n".join(out + ["}  // namespace remise::server::wire", ""])


def source():
    client = messages("client")
    out = [HEADER + '#include "generated/wire.h"', "", "namespace remise::server::wire {", "namespace {", ""]
    for name in client:
        cpp, members = message_struct(name), members_of(name, HEAD)
        out += [f"void read([[maybe_unused]] ObjectReader& in, [[maybe_unused]] {cpp}& m) {{"]
        if any("T::" in line for member in members for line in member.reading()):
            out += [f"  using T = {cpp};"]
        out += [line for member in members for line in member.reading()] + ["}", ""]
    key = resolved(SCHEMAS[client[0]]["properties"]["key"])["x-max-bytes"]
    table = max(SCHEMAS[name]["properties"].get("table", {}).get("x-max-bytes", 0) for name in client)
    out += ["template <class Message>",
            "std::expected<ClientMessage, Unread> read(ObjectReader& in, bool needs_key, bool has_table) {",
            "  Head head{std::nullopt, \"\", needs_key};",
            "  if (needs_key || in.has(\"key\")) {", f"    std::string key(in.text(\"key\", {key}));",
            "    if (!in.failed()) head.key = std::move(key);", "  } else {", "    in.skip(\"key\");", "  }",
            f"  if (has_table) head.table = in.text(\"table\", {table});",
            "  Message message;", "  read(in, message);",
            "  if (auto error = in.finish()) return std::unexpected(Unread{std::move(head), std::move(*error)});",
            "  return ClientMessage{std::move(head), std::move(message)};", "}", "", "}  // namespace", "",
            "std::expected<ClientMessage, Unread> read_message(const Json& json) {",
            "  static const std::vector<std::string_view> types(message_types.begin(), message_types.end());",
            "  ObjectReader in(json, \"message\");", "  const auto type = in.one_of(\"type\", types);",
            "  if (in.failed()) return std::unexpected(Unread{{}, *in.finish()});", "  switch (type) {"]
    for place, name in enumerate(client):
        needs, has = ("key" in SCHEMAS[name]["required"]), ("table" in SCHEMAS[name]["required"])
        case = "default" if place == len(client) - 1 else f"case {place}"
        out += [f"    {case}: return read<{message_struct(name)}>(in, {str(needs).lower()}, {str(has).lower()});"]
    out += ["  }", "}", ""]
    for name in request_bodies():
        readings = [line for member in members_of(name) for line in member.reading()]
        out += [f"std::expected<{name}, Error> read_{snake(name)}(const Json& json) {{"]
        out += [f"  using T = {name};"] if any("T::" in line for line in readings) else []
        out += [f'  ObjectReader in(json, "{SCHEMAS[name]["x-where"]}");', f"  {name} m;", *readings,
                "  if (auto error = in.finish()) return std::unexpected(std::move(*error));", "  return m;", "}", ""]
    return "\n".join(out + ["}  // namespace remise::server::wire", ""])


# --- TypeScript ------------------------------------------------------------------------------------------------------

JSON_TYPE = "null | boolean | number | string | Json[] | { [key: string]: Json }"


def ts_type(schema):
    if "x-type-parameter" in schema:
        return schema["x-type-parameter"]
    if "$ref" in schema:
        return name_of(schema)
    if "const" in schema:
        return ts_word(schema["const"])
    if "enum" in schema:
        return " | ".join(ts_word(word) for word in schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(ts_type(one) for one in schema[union])
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(ts_type({"type": one}) for one in kind)
    if kind == "array":
        item = ts_type(schema["items"])
        if schema.get("minItems") == schema.get("maxItems", -1):
            return f"[{', '.join([item] * schema['minItems'])}]"
        return f"({item})[]" if "|" in item else f"{item}[]"
    if kind == "object":
        if "properties" not in schema:
            return "Values"
        return "{ " + " ".join(ts_members(schema, False)) + " }"
    return {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}[kind]


def ts_word(word):
    return f"'{word}'" if isinstance(word, str) else json.dumps(word)


def ts_members(schema, comments):
    lines = []
    for name, member in schema["properties"].items():
        mark = "" if name in schema["required"] else "?"
        note = f" // {member['description']}" if comments and "description" in member else ""
        lines.append(f"{name}{mark}: {ts_type(member)};{note}")
    if isinstance(schema.get("additionalProperties"), dict):
        lines.append(f"[key: string]: {ts_type(schema['additionalProperties'])};")
    return lines


def typescript():
    out = ["// Made by `scripts/wire.py write` from data/openapi.json: change that, not this.",
           f"export type Json = {JSON_TYPE};", "export type Values = Record<string, Json>;", ""]
    for name, schema in SCHEMAS.items():
        if name in ("Json", "Values"):
            continue
        if "description" in schema:
            out.append(f"// {schema['description']}")
        if not schema.get("properties"):
            kind = "Record<string, never>" if schema.get("properties") == {} else ts_type(schema)
            out += [f"export type {name} = {kind};", ""]
            continue
        parameters = [m["x-type-parameter"] for m in schema["properties"].values() if "x-type-parameter" in m]
        generic = f"<{', '.join(f'{one} = Json' for one in parameters)}>" if parameters else ""
        out += [f"export interface {name}{generic} {{", *("  " + line for line in ts_members(schema, True)), "}", ""]
    for side, name in (("client", "ClientMessage"), ("server", "ServerMessage")):
        out += [f"export type {name} = {' | '.join(messages(side))};"]
    out += ["", "// The answer to a message that is not refused, by its type.", "export interface AnswerTo {"]
    for name in messages("client"):
        out.append(f"  {SCHEMAS[name]['properties']['type']['const']}: {SCHEMAS[name]['x-answer']};")
    return "\n".join(out + ["}", ""])


# --- Markdown --------------------------------------------------------------------------------------------------------


def md_type(schema):
    if "$ref" in schema:
        return name_of(schema)
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(word) for word in schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " or ".join(md_type(one) for one in schema[union])
    kind = schema.get("type", "any")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array":
        return f"[{md_type(schema['items'])}]"
    if kind == "object" and schema.get("properties"):
        return "{" + ", ".join(f"{name}: {md_type(member)}" for name, member in schema["properties"].items()) + "}"
    return kind


def md_limits(schema):
    limits = []
    full = resolved(schema)
    if "x-max-bytes" in full:
        limits.append(f"at most {full['x-max-bytes']:,} bytes")
    if "maximum" in full:
        limits.append(f"{full['minimum']} to " + ("2^53" if full["maximum"] == 2**53 else f"{full['maximum']:,}"))
    if "maxItems" in full and full.get("minItems") != full["maxItems"]:
        limits.append(f"at most {full['maxItems']}")
    if "default" in full:
        limits.append(f"default {json.dumps(full['default'])}")
    return limits


def md_cell(text):
    return text.replace("|", "\\|")


def md_schema(name):
    """A heading and a table of members."""
    schema = SCHEMAS[name]
    out = [f"### {name}", ""]
    if "description" in schema:
        out += [schema["description"], ""]
    if "x-answer" in schema:
        out += [f"Answer: `{schema['x-answer']}`.", ""]
    if schema.get("properties"):
        out += ["| member | type | |", "| --- | --- | --- |"]
        for member, one in schema["properties"].items():
            mark = "" if member in schema["required"] else "?"
            notes = [one["description"]] if "description" in one else []
            notes = "; ".join(notes + md_limits(one))
            out.append(f"| `{member}{mark}` | {md_cell(md_type(one))} | {md_cell(notes)} |")
        if isinstance(schema.get("additionalProperties"), dict):
            out.append("| ... | any | further members |")
        out.append("")
    return out


def values_text(values):
    return ", ".join(f"`{name}`" + ("?" if kind.endswith("?") else "") for name, kind in values.items())


def markdown():
    sentences = json.loads((ROOT / "data/locale/en/server.json").read_text())
    out = ["# The API, message by message", "",
           "Made by `scripts/wire.py write` from `data/openapi.json` (served at `/openapi.json`): change that, not this page.",
           "[api.md](api.md) explains how it all goes together. A member with `?` may be absent.", "", "## HTTP", "",
           "| request | body | answer | |", "| --- | --- | --- | --- |"]
    for method, path, operation in operations():
        query = [p["name"] for p in operation.get("parameters", []) if p["in"] == "query"]
        address = path + (f"?{'&'.join(one + '=' for one in query)}" if query else "")
        body = body_schema(operation.get("requestBody", {}))
        answer = body_schema(operation["responses"]["200"])
        about = operation["summary"] + "." + (" " + operation["description"] if "description" in operation else "")
        out.append(f"| `{method} {address}` | {md_type(body) if body else ''} | {md_type(answer) if answer else ''} | {md_cell(about)} |")
    out += ["", "## Messages from the client", "", f"Over the WebSocket at `{API['x-websocket']['path']}`.", ""]
    for name in messages("client"):
        out += md_schema(name)
    out += ["## Messages from the server", ""]
    for name in messages("server"):
        out += md_schema(name)
    out += ["## Bodies and parts", ""]
    shown = set(messages("client") + messages("server") + ["ServerErrorCode", "Json"])
    for name in SCHEMAS:
        if name not in shown:
            out += md_schema(name)
    out += ["## Errors of the scope `server`", "", "| code | HTTP | values | in English |", "| --- | --- | --- | --- |"]
    for error in errors():
        sentence = sentences.get(f"server.error.{error['const']}", "")
        out.append(f"| `{error['const']}` | {error['x-status']} | {values_text(error['x-values'])} | {md_cell(sentence)} |")
    return "\n".join(out + [""])


# ---------------------------------------------------------------------------------------------------------------------


def faults():
    """What does not fit together."""
    for path, text in ((TYPES, typescript()), (REFERENCE, markdown())):
        file = ROOT / path
        if not file.exists() or file.read_text() != text:
            yield f"{path} is not up to date: run scripts/wire.py write"
    codes = {error["const"]: error["x-values"] for error in errors()}
    for language in LANGUAGES:
        catalogue = json.loads((ROOT / f"data/locale/{language}/server.json").read_text())
        known = {key.removeprefix("server.error."): text for key, text in catalogue.items() if key.startswith("server.error.")}
        for code in sorted(codes.keys() ^ known.keys()):
            yield f"{language}: {code} is {'not a code' if code in known else 'without a sentence'}"
        for code in codes.keys() & known.keys():
            for value in re.findall(r"\{(\w+)", known[code]):
                if codes[code].get(value, "?").endswith("?"):
                    yield f"{language}: the sentence of {code} needs a value {value} that is not always there"
    for name in re.findall(r"#/components/schemas/(\w+)", json.dumps(API)):
        if name not in SCHEMAS:
            yield f"there is no schema {name}"


def put(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "cpp":
        put(pathlib.Path(arguments[1]) / "wire.h", header())
        put(pathlib.Path(arguments[1]) / "wire.cpp", source())
    elif arguments == ["write"]:
        put(ROOT / TYPES, typescript())
        put(ROOT / REFERENCE, markdown())
    elif arguments == ["check"]:
        found = sorted(set(faults()))
        print("\n".join(found) or "the wire is described once")
        return 1 if found else 0
    else:
        print(__doc__)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
