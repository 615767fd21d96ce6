#include "games/vienna1840/rounds/market.h"

namespace remise::vienna1840 {

namespace {

bool exists(const Tables& tables, int row, int column) {
  return row >= 0 && row < static_cast<int>(tables.chart.size()) && column >= 0 &&
         column < static_cast<int>(tables.chart[static_cast<std::size_t>(row)].size());
}

Cell step(const Tables& tables, Cell cell, int rows, int columns) {
  if (!exists(tables, cell.row + rows, cell.column + columns)) return cell;
  return {static_cast<std::int8_t>(cell.row + rows), static_cast<std::int8_t>(cell.column + columns)};
}

}  // namespace

Cell one_up(const Tables& tables, Cell cell) { return step(tables, cell, -1, 0); }
Cell one_down(const Tables& tables, Cell cell) { return step(tables, cell, 1, 0); }

Cell one_right(const Tables& tables, Cell cell) {
  const Cell right = step(tables, cell, 0, 1);
  return right == cell ? one_up(tables, cell) : right;
}

Cell one_left(const Tables& tables, Cell cell) {
  const Cell left = step(tables, cell, 0, -1);
  return left == cell ? one_down(tables, cell) : left;
}

int dividend_move(const Tables& tables, Money total) {
  int move = 0;
  for (const DividendMove& row : tables.dividend_moves)
    if (total.v >= row.min) move = row.move;
  return move;
}

Cell after_dividend(const Tables& tables, Cell cell, Money total) {
  const int move = dividend_move(tables, total);
  if (move < 0) return one_left(tables, cell);
  for (int i = 0; i < move; ++i) cell = one_right(tables, cell);
  return cell;
}

void move_marker(const Mover& mover, CompanyId company, Cell to) {
  State& s = mover.s;
  if (s.cells[company] == to) return;
  const Money before = mover.now().price(company);
  s.cells[company] = to;
  s.stacks.erase(company);
  s.stacks.push_back(company);
  mover.tell(EventKind::price_moved, company, before.v, mover.now().price(company).v, to.row, to.column);
}

void put_on_chart(const Mover& mover, CompanyId company, Cell cell) {
  mover.s.cells[company] = cell;
  mover.s.stacks.push_back(company);
}

CompanyOrder price_order(const Position& p) {
  const auto before = [&](CompanyId a, CompanyId b) {
    if (p.price(a) != p.price(b)) return p.price(a) > p.price(b);
    return p.s.cells[a].column > p.s.cells[b].column;
  };
  CompanyOrder order;  // a stable insertion sort keeps the stacking within one space
  for (const CompanyId c : p.s.stacks) {
    std::size_t place = order.size();
    while (place > 0 && before(c, order[place - 1])) --place;
    order.insert_at(place, c);
  }
  return order;
}

}  // namespace remise::vienna1840
