// A position as one viewer may know it, for a client that has the same engine: it makes the view, the legal moves and
// all that goes with them itself, and after the first position it needs no more than the bytes that changed.
//
// A state is a plain value. What the viewer cannot know is in a fixed form (Rules::known), so that no byte tells more
// than the view does. The bytes mean something to the very engine alone that wrote them: engine_id() says which.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

#include "core/json.h"

namespace remise {

// The same in two programs whose engines were built from the same sources.
std::string_view engine_id();

struct Known {
  std::string state;         // the bytes
  std::size_t n = 0;         // moves played
  std::size_t undoable = 0;  // of the last moves, by the viewer alone (Match::undoable)
  Json commitment;           // to the seed; null where there is none
  Json seed;                 // null until the match is over

  bool operator==(const Known&) const = default;
};

// {n, undoable, state, commitment?, seed?} as text. With `before`, the bytes of an earlier state, `state` is the change
// from them to these, and what cannot have changed is left out.
std::string known_text(const Known& known);
std::string known_text(const Known& known, std::string_view before);
// Reads either. `before` is what the change begins at; null for a whole position.
std::expected<Known, Error> read_known(const Json& json, const Known* before);

}  // namespace remise
