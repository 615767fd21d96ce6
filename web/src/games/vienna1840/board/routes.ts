// A route to draw: the way through the hexes, and its stops with their values.
export interface RouteStep {
  hex: string;
  from: number | null; // edge the tram comes in by; null at the first stop
  to: number | null; // edge it leaves by; null at the last stop
  location: number | null; // the stop on this hex, in the order of the face; null where it only passes
}

export interface RouteStop {
  hex: string;
  location: number;
  value: number;
}

export interface DrawnRoute {
  company: string;
  steps: RouteStep[];
  stops: RouteStop[];
}
