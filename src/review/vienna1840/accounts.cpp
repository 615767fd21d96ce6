#include "review/vienna1840/accounts.h"

namespace remise::review::vienna1840 {
namespace {

// Wealth is cash, shares at their price, privates at their printed value, less loans (R118). Every event that changes
// one of them is booked where it happens: buying at the price changes nothing, a private bought below its printed value
// gains the difference at once.
class Bookkeeper {
 public:
  Bookkeeper(const Tables& tables, const State& start) : tables_(tables), players_(start.player_count) {
    book_.begin_round(tables.rounds[start.round].name);
    const Position p{tables, start};
    for (int i = 0; i < players_; ++i) {
      const auto seat = id_at<Seat>(i);
      book_.add(seat, "capital", "", p.wealth(seat).v);
      for (int c = 0; c < company_count; ++c)
        shares_[static_cast<std::size_t>(i)][static_cast<std::size_t>(c)] =
            start.player(seat).shares[id_at<CompanyId>(c)];
    }
  }

  void follow(const Event& e) {
    const auto seat = [&](int i) {
      return static_cast<Seat>(static_cast<std::int8_t>(e.args[static_cast<std::size_t>(i)]));
    };
    const auto company = [&](int i) { return id_at<CompanyId>(e.args[static_cast<std::size_t>(i)]); };
    const auto& a = e.args;
    switch (e.kind) {
      case EventKind::round_started: book_.begin_round(tables_.rounds[static_cast<std::size_t>(a[0])].name); break;
      case EventKind::private_sold: book_.add(seat(0), "privates", lot(a[1]).id, lot(a[1]).face.v - a[2]); break;
      case EventKind::private_paid:
        if (seat(1) != Seat::none) book_.add(seat(1), "privates", lot(a[0]).id, a[3]);
        break;
      case EventKind::private_returned:
        if (seat(1) != Seat::none) book_.add(seat(1), "privates", lot(a[0]).id, a[3] - lot(a[0]).face.v);
        break;
      case EventKind::private_bought: book_.add(seat(1), "privates", lot(a[2]).id, a[3] - lot(a[2]).face.v); break;
      case EventKind::director_bought:  // R17: the card pays 350 of it
        book_.add(seat(0), "capital", "", tables_.preemptive_right.v);
        held(seat(0), company(1)) = 5;
        break;
      case EventKind::share_bought: ++held(seat(0), company(1)); break;
      case EventKind::shares_sold: held(seat(0), company(1)) -= a[2]; break;
      case EventKind::price_moved:
        for (int i = 0; i < players_; ++i)
          book_.add(id_at<Seat>(i), "prices", name(company(0)), held(id_at<Seat>(i), company(0)) * (a[2] - a[1]));
        break;
      case EventKind::income:
        book_.add(seat(0), is_stadtbahn(company(1)) ? "stadtbahn" : "dividends", name(company(1)), a[2]);
        break;
      case EventKind::loans_taken:
        book_.add(seat(0), "loans", "", a[1] * (tables_.loan_cash.v + tables_.loan_debt.v));
        break;
      case EventKind::director_paid: book_.add(seat(0), "paid_in", name(company(1)), -a[2]); break;
      default: break;
    }
  }

  Accounts finish() {
    return book_.finish({"capital", "dividends", "stadtbahn", "prices", "privates", "paid_in", "loans"});
  }

 private:
  const PrivateFacts& lot(int i) const { return tables_.privates[static_cast<std::size_t>(i)]; }
  const std::string& name(CompanyId c) const { return tables_.companies[index(c)].id; }
  int& held(Seat seat, CompanyId c) { return shares_[index(seat)][index(c)]; }

  const Tables& tables_;
  int players_;
  std::array<std::array<int, company_count>, max_seats> shares_{};
  Ledger book_;
};

}  // namespace

Accounts wealth_accounts(const ViennaMatch& match) {
  const auto first = match.at(0);
  Bookkeeper keeper(match.rules().tables(), static_cast<const ViennaMatch&>(*first).state());
  for (const auto& move : match.moves())
    for (const Event& event : move.events) keeper.follow(event);
  return keeper.finish();
}

}  // namespace remise::review::vienna1840
