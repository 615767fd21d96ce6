// The formats `remise import` knows: one line each.
#include "io/import/import.h"
#include "io/tramways/import/import.h"

namespace remise {

Importer importer_1840();

std::vector<Importer> importers() { return {importer_1840(), tramways_importer}; }

}  // namespace remise
