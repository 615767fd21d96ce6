#include "bots/vienna1840/weights.h"

namespace remise::bots::vienna1840 {
namespace {

constexpr NamedWeight<Weights> all[] = {
    {"cash_1", &Weights::cash_1},
    {"cash_2", &Weights::cash_2},
    {"cash_3", &Weights::cash_3},
    {"cash_4", &Weights::cash_4},
    {"cash_5", &Weights::cash_5},
    {"swap", &Weights::swap},
    {"par", &Weights::par},
    {"private_use", &Weights::private_use},
    {"start_route", &Weights::start_route},
    {"growth", &Weights::growth},
    {"route_cap", &Weights::route_cap},
    {"tram_3", &Weights::tram_3},
    {"tram_4", &Weights::tram_4},
    {"tram_5", &Weights::tram_5},
    {"need_2", &Weights::need_2},
    {"need_3", &Weights::need_3},
    {"need_4", &Weights::need_4},
    {"need_5", &Weights::need_5},
    {"building", &Weights::building},
    {"upgrades", &Weights::upgrades},
    {"open_interchange", &Weights::open_interchange},
    {"extension", &Weights::extension},
    {"extension_decay", &Weights::extension_decay},
    {"upgrade_extension", &Weights::upgrade_extension},
    {"treasury_early", &Weights::treasury_early},
    {"treasury_late", &Weights::treasury_late},
    {"revenue", &Weights::revenue},
    {"rivals", &Weights::rivals},
    {"stadtbahn_progress", &Weights::stadtbahn_progress},
    {"bonus", &Weights::bonus},
    {"progress_2", &Weights::progress_2},
    {"progress_3", &Weights::progress_3},
    {"progress_4", &Weights::progress_4},
    {"progress_5", &Weights::progress_5},
    {"need_value", &Weights::need_value},
    {"working", &Weights::working},
    {"working_value", &Weights::working_value},
    {"line_bid", &Weights::line_bid},
};

}  // namespace

Weights from_values(const std::vector<double>& values) { return weights_of(all, values); }

std::expected<WeightTable<Weights>, Error> read_weights(std::string_view text) {
  return read_weight_table(all, "bots.1840", text);
}

}  // namespace remise::bots::vienna1840
