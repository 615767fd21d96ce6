#include "io/import/import.h"

namespace remise {

Json to_json(const Difference& difference) {
  Json json{{"in", difference.in},
            {"move", difference.move},
            {"path", difference.path},
            {"expected", difference.expected},
            {"found", difference.found}};
  if (difference.documented()) json["ruling"] = difference.ruling;
  return json;
}

}  // namespace remise
