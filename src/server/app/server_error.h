// Refusals and faults of the server's own. Their codes are the closed list of data/openapi.json; another one does not
// compile.
#pragma once

#include <expected>

#include "generated/wire.h"

namespace remise::server {

inline Error server_error(ErrorCode code, Json values = Json::object()) {
  return {"server", std::string(text_of(code)), "", std::move(values)};
}

inline std::unexpected<Error> refuse(ErrorCode code, Json values = Json::object()) {
  return std::unexpected(server_error(code, std::move(values)));
}

inline bool is(const Error& error, ErrorCode code) { return error.scope == "server" && error.code == text_of(code); }

}  // namespace remise::server
