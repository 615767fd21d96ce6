// How places and links are called: a building by its letter, a parcel by its name, a link by its ends. Where two would be called
// the same, the square is added.
import { key, spotName, type BoardField, type BoardLink, type Spot } from './board';

export class PlaceNames {
  private fields: Map<string, BoardField>;
  private links = new Map<number, string>();

  constructor(fields: BoardField[], links: BoardLink[]) {
    this.fields = new Map(fields.map((field) => [key([field.x, field.y]), field]));
    const plain = links.map((link) => this.pair(link, (spot) => this.place(spot)));
    links.forEach((link, i) => {
      const name = plain[i] as string;
      const unique = plain.filter((other) => other === name).length === 1;
      this.links.set(link.id, unique ? name : this.pair(link, (spot) => this.exact(spot)));
    });
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
  has(id: number): boolean {
    return this.links.has(id);
  }
  link(id: number): string {
    return this.links.get(id) ?? String(id);
  }
  private pair(link: BoardLink, name: (spot: Spot) => string): string {
    const [from, to] = link.ends ?? [null, null];
    return `${from ? name(from) : '?'}–${to ? name(to) : '…'}`;
  }
}
