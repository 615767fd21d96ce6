// The carrier over the network: libcurl in a thread of its own. It writes to no address inside (guard.h): the address
// of each connection is looked at when it is opened, so that a name which changes its meaning meanwhile gains nothing,
// and no redirect is followed.
#pragma once

#include <memory>
#include <vector>

#include "server/app/config.h"
#include "server/app/environment.h"

namespace remise::server {

// Connects to the mail server as for a mail and says nothing there; why that does not work, or nothing.
std::string try_mail_server(const CallConfig& config);

// `names`: "host:port:address" for tests, in place of what the resolver says.
std::unique_ptr<Carrier> make_carrier(const CallConfig& config, std::function<void(std::function<void()>)> post,
                                      std::vector<std::string> names = {});

}  // namespace remise::server
