// What this program is: `remise --version`, and what the server says of itself.
#pragma once

#include <string>
#include <string_view>

namespace remise::cli {

struct BuildInfo {
  std::string_view version;
  std::string_view commit;  // "unknown" outside a repository
  std::string_view date;    // of the commit, so that two builds of it are the same
  std::string_view compiler;
  std::string_view kind;  // how it was compiled: the options
  std::string_view wire;  // version of the messages (data/openapi.json)
};
const BuildInfo& build_info();  // written by the build (cmake/version.cmake)

std::string version_text(bool json);

}  // namespace remise::cli
