// Texts people type: names, titles, chat. UTF-8 is checked by the JSON parser. What a character is, and what people
// take for the same name, is decided as Unicode does (UTS #39), by ICU.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace remise::server {

// One line of printable characters; at least so many visible ones. Nothing that hides, reorders or piles up: no control
// and format characters (a joiner between emoji is none), no blanks but the usual one, at most three marks on a letter.
bool is_line(std::string_view text, std::size_t least);

// Several lines of the same; every blank is allowed. Lengths are in bytes.
bool is_text(std::string_view text, std::size_t least, std::size_t most);

// The name as it is kept (NFC); nothing where an account may not have it: 2 to 32 letters, digits and signs of one
// script, or of scripts that are written together.
std::optional<std::string> account_name(std::string_view name);
std::string name_key(std::string_view name);  // the same for names that differ in case or width

// Names that people take for each other have the same look, in small letters or in capitals.
struct Looks {
  std::string small, capital;
};
Looks looks(std::string_view name);

bool texts_ready();  // asked once at the start: without its data ICU can decide nothing

}  // namespace remise::server
