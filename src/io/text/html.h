// Text inside a page of HTML.
#pragma once

#include <string>
#include <string_view>

namespace remise {

std::string escaped_html(std::string_view text);

}  // namespace remise
