#include "bots/tramways/weights.h"

namespace remise::bots::tramways {
namespace {

constexpr NamedWeight<Weights> all[] = {
    {"stress", &Weights::stress},
    {"leisure", &Weights::leisure},
    {"worker", &Weights::worker},
    {"passenger", &Weights::passenger},
    {"hand_limit", &Weights::hand_limit},
    {"travel", &Weights::travel},
    {"loose", &Weights::loose},
    {"bridge", &Weights::bridge},
    {"reach", &Weights::reach},
    {"upgraded", &Weights::upgraded},
    {"open", &Weights::open},
    {"over", &Weights::over},
    {"parcel", &Weights::parcel},
    {"rail", &Weights::rail},
    {"destination", &Weights::destination},
    {"upgrade_link", &Weights::upgrade_link},
    {"build", &Weights::build},
    {"upgrade_building", &Weights::upgrade_building},
    {"further", &Weights::further},
    {"card_use", &Weights::card_use},
    {"keep", &Weights::keep},
    {"first", &Weights::first},
    {"spent", &Weights::spent},
    {"rivals", &Weights::rivals},
    {"action", &Weights::action},
    {"growth", &Weights::growth},
};

}  // namespace

Weights from_values(const std::vector<double>& values) { return weights_of(all, values); }

std::expected<WeightTable<Weights>, Error> read_weights(std::string_view text) {
  return read_weight_table(all, "bots.tramways", text);
}

}  // namespace remise::bots::tramways
