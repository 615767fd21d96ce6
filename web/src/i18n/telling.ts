// How a move is told: one sentence for what was done, its parts to unfold below it, and the headings of rounds that begin with it.
// Which events are what is data, data/GAME/log.json; src/io/text/telling.h describes it and does the same for the terminal.
// tests/telling.json has the cases both must agree on.
import type { Event, Json, LogEntry, Values } from '../table/contract';

export interface Telling {
  round: string;
  opening: Event | null;
  silent: string[];
  parts: string[];
  minor: string[];
  lists: string[];
  sums: string[];
}

// Events that make sentences: `head` one, each of `parts` one. No head: the action itself has to say it.
export interface ToldEvents {
  heading: boolean;
  head: Event[];
  parts: Event[][];
}

// The same in words, as the log shows it.
export interface Sentence {
  heading: boolean; // of a round that begins; it has no parts
  head: string;
  parts: string[]; // to unfold
}

// One entry of the log. `sentences` has all of it in order; the other members are a shorter form of the same.
export interface ToldMove {
  n: number;
  seat: number;
  sentences: Sentence[];
  lines: string[]; // the first says the move, the others are its parts
  round: string | null; // a round begins with this move
  after: string[]; // what that round brought by itself, under its heading
}

// Adds an event to sentences, into one that is there already where their kind allows it.
function addPart(sentences: Event[][], event: Event, telling: Telling): void {
  const sums = telling.sums.includes(event.kind);
  const same = (first: Event) => first.kind === event.kind && (!sums || first.seat === event.seat);
  const found =
    sums || telling.lists.includes(event.kind)
      ? sentences.find((sentence) => sentence[0] && same(sentence[0]))
      : undefined;
  if (!found?.[0]) sentences.push([event]);
  else if (!sums) found.push(event);
  else found[0] = { ...found[0], change: Number(found[0].change) + Number(event.change), now: event.now ?? null };
}

// What happened between two headings.
function between(events: Event[], telling: Telling): ToldEvents[] {
  const minor = (event: Event) => telling.minor.includes(event.kind);
  const heads = (event: Event) => !minor(event) && !telling.parts.includes(event.kind);
  const first = events.find(heads) ?? events.find(minor) ?? events[0];
  if (!first) return [];
  const at = events.indexOf(first);
  let now: ToldEvents = { heading: false, head: [first], parts: [] };
  const all = [now];
  for (const event of events.slice(0, at)) addPart(now.parts, event, telling);
  for (const event of events.slice(at + 1)) {
    if (!heads(event)) addPart(now.parts, event, telling);
    else if (!now.parts.length && now.head[0]?.kind === event.kind && telling.lists.includes(event.kind))
      now.head.push(event);
    else all.push((now = { heading: false, head: [event], parts: [] }));
  }
  return all;
}

export function told(events: Event[], telling: Telling): ToldEvents[] {
  const all: ToldEvents[] = [];
  let open: Event[] = [];
  let any = false; // the move itself has been told
  const finish = () => {
    if (!open.length && !any) all.push({ heading: false, head: [], parts: [] });
    all.push(...between(open, telling));
    any = true;
    open = [];
  };
  for (const event of events) {
    if (event.kind === telling.round) {
      finish();
      all.push({ heading: true, head: [event], parts: [] });
    } else if (!telling.silent.includes(event.kind)) open.push(event);
  }
  finish();
  return all;
}

const namesSeat = (key: string) => key === 'seat' || key.endsWith('_seat');

export const signed = (change: number) => (change < 0 ? `\u2212${-change}` : `+${change}`);

// What sentences need beside the members: whether a seat is the reader's ("seat_is"), a change with its sign ("signed"), a link
// by its ends ("link_ends": ["R", "C"] makes "link" R–C).
export function aside(values: Values, me: number | null): Values {
  const more: Values = {};
  for (const [key, value] of Object.entries(values)) {
    if (namesSeat(key)) more[`${key}_is`] = value === null ? 'null' : me !== null && value === me ? 'you' : 'other';
    if (key === 'change' && typeof value === 'number') more.signed = signed(value);
    if (key.endsWith('_ends') && Array.isArray(value))
      more[key.slice(0, -5)] = value.map((end: Json) => (typeof end === 'string' ? end : '…')).join('–');
  }
  return more;
}

// Puts a move into words: `event` says one event, `list` several of a kind, `action` what has no event of its own.
export function toldMove(
  { n, seat, events }: LogEntry,
  telling: Telling,
  say: { event: (event: Event) => string; list: (events: Event[]) => string; action: () => string },
): ToldMove {
  const words = (some: Event[]) => (some[0] && some.length === 1 ? say.event(some[0]) : say.list(some));
  const sentences = told(events, telling).map(({ heading, head, parts }): Sentence => ({
    heading,
    head: head.length ? words(head) : say.action(),
    parts: parts.map(words),
  }));
  const flat = (some: Sentence[]) => some.flatMap(({ head, parts }) => [head, ...parts]);
  const first = sentences.findIndex(({ heading }) => heading);
  const last = sentences.findLastIndex(({ heading }) => heading);
  return {
    n,
    seat,
    sentences,
    lines: flat(first < 0 ? sentences : sentences.slice(0, first)),
    round: sentences[last]?.head ?? null,
    after: last < 0 ? [] : flat(sentences.slice(last + 1)),
  };
}
