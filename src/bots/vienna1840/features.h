// What the learned evaluation sees of a table: whole numbers, by seat and for the table as a whole. The writer of
// training data (`remise learn-data`) and the player use this one function, so that a weight means the same to both.
//
// A seat's numbers depend on its own holdings and on the table, never on its number or on hidden cards.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "bots/vienna1840/forecast.h"

namespace remise::bots::vienna1840 {

// What is counted of each tram company; once by the seat's shares, once for the companies it directs.
inline constexpr std::array company_features{
    "treasury",  "revenue",    "lines",        "runs",        "net_runs",    "no_tram",  "trams_yellow", "trams_orange",
    "trams_red", "trams_pink", "trams_purple", "runs_yellow", "runs_orange", "runs_red", "runs_pink",    "runs_purple",
    "markers",   "not_begun",  "outlook",      "upkeep",      "best_line",   "price"};

inline constexpr std::array own_features{
    "forecast",       "cash",         "cash_worth", "loans",      "places",       "face",         "income",
    "privates",       "wealth",       "prices",     "prices_s",   "final",        "final_s",      "dividend_2",
    "dividend_3",     "dividend_4",   "dividend_5", "dividend_6", "dividend_2_s", "dividend_3_s", "dividend_4_s",
    "dividend_5_s",   "dividend_6_s", "steps",      "steps_s",    "place",        "preemptive",   "stadtbahn_now",
    "stadtbahn_full", "directed",     "shares",     "shares_s",   "unsold",       "certificates"};

inline constexpr std::array table_features{
    "one",   "newest",  "left_yellow",   "left_orange",   "left_red",       "left_pink", "left_purple", "offered",
    "owned", "no_tram", "tiles_missing", "stadtbahn_now", "stadtbahn_full", "runs",      "treasuries"};

inline constexpr std::size_t company_feature_count = company_features.size();
inline constexpr std::size_t seat_feature_count = own_features.size() + 2 * company_feature_count;
inline constexpr std::size_t table_feature_count = table_features.size();

using SeatFeatures = std::array<std::int32_t, seat_feature_count>;
struct Features {
  std::array<std::int32_t, table_feature_count> table;
  std::array<SeatFeatures, max_seats> seats;
};

// Names in the order of the numbers: "treasury.shares", "treasury.directed" for those of companies.
std::vector<std::string> seat_feature_names();
std::vector<std::string> table_feature_names();

void make_features(const Position& p, const Weights& weights, Outlook& outlook, Forecaster& forecaster, Features& out);

}  // namespace remise::bots::vienna1840
