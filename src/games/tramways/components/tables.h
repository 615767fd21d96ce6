// The components of the game, read once from JSON (docs/tramways-data.md) and shared by all states.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "core/data_files.h"
#include "core/json.h"
#include "games/tramways/ids.h"

namespace remise::tramways {

enum class CardType : std::uint8_t { development, parcel, building, auction, generic, overview };

struct Slot {
  SymbolKind kind = SymbolKind::none;
  std::uint8_t value = 0;  // rails or dollars
  Places place{};          // what a destination or coordinate symbol names
};

struct Card {
  CardType type = CardType::overview;
  std::array<Slot, slots_per_card + 1> slots{};  // the last is the stripe
  bool void_ticket = false;
  std::uint8_t pay = 0;     // consequence: dollars to the bank (4.5)
  std::uint8_t stress = 0;  // consequence: stress
  std::uint8_t min_players = 0;
  Building building = Building::none;
  ParcelId parcel = ParcelId::none;
  std::uint8_t symbols = 0;  // how many slots are filled, the stripe included

  bool ticket() const { return slots[stripe_slot].kind == SymbolKind::stripe; }
};

inline constexpr int board_width = 5, board_height = 3;

struct BoardSide {
  std::array<Ground, board_width * board_height> fields{};  // row by row
  int parcels = 0;
};

struct Board {
  std::string id;
  bool j_board = false;
  std::array<BoardSide, 2> sides;  // 1920, 1910
};

struct PlayerBoard {
  std::uint8_t worker_limit = 2, start_workers = 2, stress_min = 1, stress_max = 21;
};

struct Rating {
  std::int32_t min = INT32_MIN, max = INT32_MAX;
  std::string name;
};

// game.json: every number of the rules that is not a card or a board.
struct Constants {
  int passengers = 30;  // in the box (2.3)
  int rail_straights = 12, rail_curves = 12;
  struct Layout {
    int columns = 0, rows = 0;
  };
  Layout solo_layout, expert_layout;
  std::array<Layout, max_players + 1> layouts{};  // by number of players, from 2
  int min_parcels_per_player = 4, max_j_boards = 1, rotation_retries = 50;
  int start_money = 3, start_hp = 0, start_stress = 1, start_parcels = 4;
  std::array<PlayerBoard, 2> player_boards;  // normal, hard
  int hand_limit = 7, hand_limit_per_industry = 1, hand_limit_max = 9;
  int auction_cards_per_player = 5, min_bid = 1, first_place_stress = 1, first_place_stress_last_round = 2;
  int two_player_unsold_parcels = 2;
  std::array<int, 2> max_actions{1, 2};
  int income_if_unused = 2, extra_symbol_stress = 1;
  // 4.2: the first symbol of a card is free of it.
  int further_stress(int symbols) const { return (symbols - 1) * extra_symbol_stress; }
  int plain_cost = 1, mountain_extra = 1, workers_per_action = 1;
  int hp_build = 1, hp_upgrade_building = 3, hp_upgrade_link = 3, hp_per_link = 1, hp_stress_max = 1;
  int money_per_rail = 1, upgraded_percent = 150, unable_to_pay_stress = 1;
  int bonus_r_stress = -1, bonus_c_stress = 1, bonus_c_money = 5, bonus_i_stress = 1, bonus_i_workers = 1;
  std::vector<int> leisure_prices;
  int free_discards = 1, extra_discard_cost = 1;
  int book_size = 4, alternative_deal = 4, alternative_open = 3;
  std::array<std::array<int, 4>, max_players + 1> buildings{};  // by players; [1] is solo
  int discs_drawn = 5, discs_per_type = 5, end_of_round_stress_loss = 1;
  int hp_per_complete_link = 3, money_per_hp = 10, hp_per_stress = -1;
  int solo_row_price = 1, solo_newest_stress = 1, solo_last_round_stress = 2, solo_books = 2, solo_book_size = 3;
  std::vector<Rating> ratings;

  int leisure_price(int n) const;       // 12.5.4
  int most_happiness(int money) const;  // 12.5.4: what so much money can buy
};

struct Tables {
  std::array<Card, max_cards + 1> cards;  // by id; 0 is no card
  std::vector<Board> boards;
  bool every_type = false;                           // a map by chance has buildings of every type
  std::vector<std::string> parcel_names;             // by ParcelId
  std::array<CardId, max_parcels> parcel_cards{};    // by ParcelId
  std::array<std::vector<CardId>, 2> generic_cards;  // 3.4.1, each kind in order of ids
  Constants constants;

  // Reads and checks the three files of a set; game.json is that of all sets. A message names file, entry and field.
  static std::expected<Tables, Error> read(const DataFiles& data, CardSetId cards = CardSetId::first);
  // The same for `remise data check`: everything that is wrong, not only the first fault.
  static std::vector<Error> faults(const DataFiles& data, CardSetId cards = CardSetId::first);
  // Whether these are the files of this program itself.
  static bool shipped(const DataFiles& data, CardSetId cards);

  const Card& card(CardId id) const { return cards[index(id)]; }
  const Slot& slot(Symbol s) const { return card(s.card).slots[s.slot]; }
  ParcelId parcel_named(std::string_view name) const;
  const Board* board_named(std::string_view name) const;
  std::vector<CardId> cards_of(CardType type) const;
};

}  // namespace remise::tramways
