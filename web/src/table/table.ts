// A table as the user interface sees it. Where the match runs, on a server or on this device, makes no difference above this line.
import type { ChatLine, Info, PlansAnswer, Seat, Turn } from '../wire/wire.gen';
import type { ReviewFile } from './review';
import type { Action, Begun, InTheMaking, LogEntry, MatchView, RuleError } from './contract';

export type { ChatLine, Proposal } from '../wire/wire.gen';

// A seat as the server describes it, or one on this device; and whether somebody is there.
export interface SeatInfo extends Omit<Seat, 'left'> {
  left?: boolean;
  present?: boolean;
}

export interface TableInfo extends Pick<Info, 'id' | 'game' | 'title' | 'status' | 'host' | 'proposal'> {
  seats: SeatInfo[];
  hints: boolean; // bots give hints here
  quiet?: boolean; // a puzzle: nothing gives the answer away
  ownPayment?: boolean; // and it is about paying: nothing pays by itself
  watchersChat: boolean; // who watches may chat
  shuffle: boolean;
  lobby?: Pick<Info, 'rated' | 'beginners' | 'language' | 'open'>; // of a table at a server
  rematch?: string | null; // where they play once more
  you: number | null;
  hosting?: boolean; // starts, changes and closes it: the host, and whoever made it, also without a seat
  options: Record<string, unknown>;
  // Of a table at a server: its terms, and how it stands with them.
  away?: Pick<Info, 'terms' | 'paused' | 'ended' | 'outcome'>;
}

export type Ahead = Pick<PlansAnswer, 'on' | 'plans' | 'stopped' | 'options'>;

// What a bot of this level advises, and what it expects its seat to have at the end of the match then.
export interface Hint {
  action: Action;
  level: string;
  value: number | null;
}

export type Connection = 'local' | 'connecting' | 'online' | 'lost';

// Everything a table has said so far. Replaced as a whole: listeners compare by identity.
export interface TableData {
  info: TableInfo | null;
  view: MatchView | null;
  log: LogEntry[]; // the moves from number `logFrom` on: a server sends the newest, older ones on request
  logFrom: number;
  chat: ChatLine[];
  chatMore: boolean; // older lines can be asked for
  notes: string;
  connection: Connection;
  retryAt: number;
  failure: RuleError | null; // the table cannot be shown at all
  unsaved: boolean; // this device does not take the match
  drawn: number[]; // moves that were drawn at random because a bot failed
  undone: number; // how many of the viewer's moves can be played again
  plans: Ahead | null; // what the viewer has decided in advance, once it was asked for
  turn: Turn | null; // since when the position stands, and the clocks
  thinking: { seat: number; part: number } | null; // a bot of this device thinks for long; how much of it is done
  cover: number | null; // the seat this device is to be given to; until then no hand is shown
}

export interface Table {
  readonly kind: 'remote' | 'local';
  data(): TableData;
  subscribe(listener: (data: TableData) => void): () => void;
  // Plays, or tells why not.
  play(action: Action): Promise<RuleError | null>;
  // Why an action cannot be played now; null when it can. Changes nothing.
  why(action: Action): Promise<RuleError | null>;
  // What may follow an action begun, what it costs and brings. Changes nothing; throws a refusal where nothing can be begun.
  compose(begun: Begun): Promise<InTheMaking>;
  undo(to: number): Promise<RuleError | null>;
  // Plays what was taken back last again, with what bots did after it.
  redo(): Promise<RuleError | null>;
  // The view after n moves.
  history(n: number): Promise<MatchView>;
  // The move a bot would make for the viewer, where one is at hand.
  hint(): Promise<Hint | null>;
  file(): Promise<object | null>;
  // A file to try things out with, from the n-th position on; at a table that is still played, without what the viewer cannot know.
  whatIf(n: number): Promise<object>;
  // The n-th position as it may be given to others: all of it once the match is over, else what the viewer may know, seen from
  // `seat`. Null where nobody looks, or the table gives none.
  toShare(n: number): Promise<{ file: object; seat: number | null } | null>;
  // The review of a finished match, made elsewhere; null where nobody else makes it.
  review(told: (done: number, of: number) => void, signal: AbortSignal): Promise<ReviewFile | null>;
  chat(text: string, name?: string): Promise<RuleError | null>;
  saveNotes(text: string): void;
  close(): void;
}

export const emptyData: TableData = {
  info: null,
  view: null,
  log: [],
  logFrom: 0,
  chat: [],
  chatMore: false,
  notes: '',
  connection: 'connecting',
  retryAt: 0,
  failure: null,
  unsaved: false,
  drawn: [],
  undone: 0,
  plans: null,
  turn: null,
  thinking: null,
  cover: null,
};

// What both kinds of table share: the data, and who listens.
export abstract class BaseTable {
  protected now: TableData = emptyData;
  private listeners = new Set<(data: TableData) => void>();

  data(): TableData {
    return this.now;
  }

  subscribe(listener: (data: TableData) => void): () => void {
    this.listeners.add(listener);
    listener(this.now);
    return () => this.listeners.delete(listener);
  }

  protected change(part: Partial<TableData>): void {
    this.now = { ...this.now, ...part };
    for (const listener of this.listeners) listener(this.now);
  }
}
