// How places and links are called: a building by its letter, a parcel by its name, a link by its ends. Where two would be called
// the same, the squares of the ends are added; where these are the same too, a square on the way.
import { key, spotName, type BoardField, type BoardLink, type Spot } from './board';

// From R to C is the same as from C to R.
const same = (a: string, b: string) => a === b || a === b.split('–').reverse().join('–');

export class PlaceNames {
  private fields: Map<string, BoardField>;
  private links = new Map<number, string>();
  private alike = new Set<number>(); // links that their ends alone do not tell from another

  constructor(fields: BoardField[], links: BoardLink[]) {
    this.fields = new Map(fields.map((field) => [key([field.x, field.y]), field]));
    let open = links;
    const ways = [
      (link: BoardLink) => this.pair(link, (spot) => this.place(spot)),
      (link: BoardLink) => this.pair(link, (spot) => this.exact(spot)),
      (link: BoardLink) => `${this.pair(link, (spot) => this.exact(spot))} (${this.midway(link)})`,
    ];
    for (const way of ways) {
      const named = open.map((link) => ({ link, name: way(link) }));
      for (const { link, name } of named) {
        this.links.set(link.id, name);
        if (way !== ways[0]) this.alike.add(link.id);
      }
      open = named
        .filter(({ name }) => named.filter((other) => same(other.name, name)).length > 1)
        .map(({ link }) => link);
    }
  }

  // "R", "D3", or the square where nothing stands.
  place(spot: Spot): string {
    const field = this.fields.get(key(spot));
    return field?.building ?? field?.parcel ?? spotName(spot);
  }
  // The same with its square: "R 2c".
  exact(spot: Spot): string {
    const name = this.place(spot);
    return this.fields.get(key(spot))?.building ? `${name} ${spotName(spot)}` : name;
  }
  // The names of all links: the same text as long as none is called otherwise.
  get all(): string {
    return [...this.links].map(([id, name]) => `${id} ${name}`).join();
  }
  has(id: number): boolean {
    return this.links.has(id);
  }
  link(id: number): string {
    return this.links.get(id) ?? String(id);
  }
  // The name of a link where its ends alone are not enough, else null.
  apart(id: number): string | null {
    return this.alike.has(id) ? this.link(id) : null;
  }
  private midway(link: BoardLink): string {
    const piece = link.pieces[Math.floor((link.pieces.length - 1) / 2)];
    return piece ? spotName([piece[0], piece[1]]) : String(link.id);
  }
  private pair(link: BoardLink, name: (spot: Spot) => string): string {
    const [from, to] = link.ends ?? [null, null];
    return `${from ? name(from) : '?'}–${to ? name(to) : '…'}`;
  }
}
