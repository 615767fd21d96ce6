// The formats `remise import` knows: one line each.
#include "io/import.h"
#include "io/tramways_import.h"

namespace remise {

std::vector<Importer> importers() { return {tramways_importer}; }

}  // namespace remise
