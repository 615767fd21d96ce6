#include "games/vienna1840/rules.h"
namespace remise::vienna1840 {
Json Vienna1840::view(const State&, Viewer) const { return Json::object(); }
}
