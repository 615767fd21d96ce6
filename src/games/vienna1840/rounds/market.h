// The share chart (X): moves of the price markers, stacking, and the order of companies.
#pragma once

#include "games/vienna1840/position.h"

namespace remise::vienna1840 {

Cell one_right(const Tables& tables, Cell cell);  // R112: up where the row ends
Cell one_left(const Tables& tables, Cell cell);   // R113: down at the left end
Cell one_down(const Tables& tables, Cell cell);   // R114: stays at the bottom of its column
Cell one_up(const Tables& tables, Cell cell);     // R27: stays at the top
// Where a marker goes for a dividend of this size (R116).
Cell after_dividend(const Tables& tables, Cell cell, Money total);
int dividend_move(const Tables& tables, Money total);

// Moves a company's marker; on an occupied space it goes to the bottom (R115).
void move_marker(const Mover& mover, CompanyId company, Cell to);
// A company's first space (R16).
void put_on_chart(const Mover& mover, CompanyId company, Cell cell);

using CompanyOrder = InplaceVector<CompanyId, company_count>;
// All companies on the chart: higher price first, then further right, then on top (R33).
CompanyOrder price_order(const Position& p);

}  // namespace remise::vienna1840
