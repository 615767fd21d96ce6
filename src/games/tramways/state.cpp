#include "games/tramways/state.h"

namespace remise::tramways {

FieldId Map::at(Spot spot) const {
  std::size_t low = 0, high = fields;  // fields are sorted by y, then x
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const Spot s = spots[middle];
    if (s.y < spot.y || (s.y == spot.y && s.x < spot.x))
      low = middle + 1;
    else
      high = middle;
  }
  return low < fields && spots[low] == spot ? id_at<FieldId>(low) : FieldId::none;
}

int State::passengers_left() const {
  if (passenger_limit == 0) return max_fields;
  int left = passenger_limit;
  for (std::size_t f = 0; f < map.fields; ++f) left -= passengers[f];
  return left;
}

Seat State::parcel_owner(FieldId f) const {
  const ParcelId p = parcel_of(map.ground[index(f)]);
  return p == ParcelId::none ? Seat::none : parcels[index(p)].owner;
}

}  // namespace remise::tramways
