// Which addresses of the internet a server may write to because somebody asked it to: none inside.
#pragma once

#include <sys/socket.h>

#include <expected>
#include <string>

#include "core/json.h"

namespace remise::server {

// Nothing private, local, shared, reserved or wrapped in another form: only what is routed for everybody.
bool is_public_address(const sockaddr* address);

// "https://host/path" as it is to be used, or why not. With `private_too` also http.
std::expected<std::string, Error> checked_url(const std::string& url, bool private_too);
std::string origin_of_url(const std::string& url);  // "https://host:port"

}  // namespace remise::server
