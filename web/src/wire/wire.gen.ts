// Made by `scripts/wire.py write` from data/openapi.json: change that, not this.
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Values = Record<string, Json>;

// A move, in the game's own words. An entry of `legal` may hold a Range where a number may be chosen.
export interface Action {
  type: string; // a word of the game's action list
  [key: string]: Json;
}

// The members of an Action that were chosen so far; perhaps none.
export type ActionBegun = Values;

// The game's answer about an action begun (docs/moves-in-the-making.md).
export interface Composition {
  action: ActionBegun;
  send: Action | null; // what would be played now
  why: RuleError | null; // why nothing can be sent
  next: Json[]; // the steps that may follow
  closed: Json[]; // steps that may not, and why
  pay: Json;
  effects: Json;
}

// Stands for one of its numbers in an entry of `legal`.
export interface Range {
  min: number;
  max: number;
  step: number;
}

// What a move did, in the game's own words.
export interface Event {
  kind: string;
  [key: string]: Json;
}

// Why not: a code and values, never a sentence.
export interface RuleError {
  scope: string; // `server`, `core`, or a game's id: whose code it is
  code: string; // of the scope `server`: one of ServerErrorCode
  rule: string; // the rule it rests on, or empty
  values: Values;
}

// A move of the log, as the viewer may see it.
export interface LogEntry {
  n: number;
  seat: number;
  action: Action;
  drawn?: boolean; // drawn by the server, for a bot that had failed
  minded?: boolean; // by a bot, for a person who was away
  advance?: boolean; // decided in advance by the person
  events: Event[];
}

// The result of a match, with more of the game's own.
export interface Outcome {
  scores: { seat: number; [key: string]: Json; }[];
  winners: number[];
  [key: string]: Json;
}

// A match as one viewer may see it, with that viewer's legal moves; in the past without.
export interface MatchView<State = Json> {
  game: string;
  n: number; // moves played; shrinks after an undo
  seats: number;
  to_act: number[];
  outcome: Outcome | null;
  commitment?: string; // binds the server to the seed
  seed?: string; // when the match is over
  seat: number | null; // of the viewer
  legal: Action[]; // the viewer's moves
  undoable: number; // how many of the last moves the viewer may take back alone
  state: State; // the game's own (docs/views-*.md)
}

// An empty or offered seat of a running match waits for a replacement: anyone may join it.
export interface Seat {
  kind: 'empty' | 'human' | 'bot';
  name: string;
  left: boolean;
  level?: string; // of a bot, perhaps with its style: hard/builder
  minder?: string; // the level of the bot that plays for the person meanwhile
  offered?: boolean; // whoever joins may take it
  resigned?: boolean; // the person gave up, and counts as last
  kept?: boolean; // kept for `name`, who sat there in the match before
}

// What is being voted on.
export interface Proposal {
  id: number;
  kind: 'undo' | 'replace' | 'end' | 'pause';
  by: number; // seat
  to?: number; // undo: back to the position after so many moves
  seat?: number; // replace
  with?: 'person' | 'bot'; // replace
  level?: string; // replace, with a bot
  standing?: boolean; // end: the standing is the result; else there is none
  needs: number[]; // seats
  agreed: number[]; // seats
}

// A table as lists show it.
export interface Summary {
  id: string;
  game: string;
  title: string;
  status: 'waiting' | 'playing' | 'finished';
  open: boolean;
  seats: Seat[];
  host: number | null; // seat
  to_act: number[]; // seats; empty before the start and after the end
  pace: Pace;
  rated: boolean;
  beginners: boolean;
  language: string; // en, de, es, ru; empty: any
  since: number; // when the position came about; 0: no match yet
  due: number | null; // when the time of somebody who is to move is up
  created: number;
  updated: number;
  mine: number | null; // the seat of whoever asks: of several the one that is to move
}

// A table.
export interface Info {
  id: string;
  game: string;
  title: string;
  status: 'waiting' | 'playing' | 'finished';
  open: boolean;
  seats: Seat[];
  host: number | null; // seat
  to_act: number[]; // seats; empty before the start and after the end
  pace: Pace;
  rated: boolean;
  beginners: boolean;
  language: string; // en, de, es, ru; empty: any
  since: number; // when the position came about; 0: no match yet
  due: number | null; // when the time of somebody who is to move is up
  created: number;
  updated: number;
  mine: number | null; // the seat of whoever asks: of several the one that is to move
  hosting: boolean; // whoever asks starts, changes and closes the table: the host, and whoever made it, also without a seat
  options: Values;
  shuffle: boolean;
  hints: boolean; // bots give hints here
  watchers_chat: boolean; // who watches may chat
  terms: Terms;
  paused: boolean; // all clocks rest by agreement
  ended: Ended | null; // where the match ended before its rules end it
  rev: number;
  rules: number; // version
  outcome: Outcome | null;
  proposal: Proposal | null;
  rematch: string | null; // the table where they play once more
}

export interface ChatLine {
  number: number;
  seat: number | null; // null: somebody who watches
  name: string;
  text: string;
  time: number;
}

// Who is connected.
export interface Presence {
  seats: boolean[]; // one for each seat
  watchers: number;
}

export interface HintMove {
  action: Action;
  value: number; // the result expected at the end, in the game's points
  chance?: number; // of winning, from 0 to 1, where the bot tells it
}

// A setting of a game.
export interface Option {
  key: string;
  type: string;
  choices?: Json[];
  default: Json;
  players?: number[]; // the numbers of players it is for
  by_players?: Json; // number of players -> {choices, default}, where these differ
  per_seat?: boolean; // a list with one value for each seat serves as well
  needs?: Json; // asked for only with this value of another option
  compatibility?: boolean; // for games recorded elsewhere
}

// A game and its bots.
export interface About {
  id: string;
  name: string;
  designer?: string;
  players: [number, number]; // fewest and most
  options: Option[];
  bots: string[]; // the levels of bots, weakest first
  styles: string[]; // levels with a style, LEVEL/STYLE: they lean to something, and can stand wherever a level can
}

export interface AccountName {
  name: string;
}

// Chosen by the client, new for each intention: the answer repeats it, and a repeated one is never played twice.
export type Key = string;

// The codes of the scope `server`, with the HTTP status and the values of each. The sentences stand in data/locale.
export type ServerErrorCode = 'already_seated' | 'already_started' | 'bad_address' | 'bad_login' | 'bad_name' | 'bad_origin' | 'bad_password' | 'bad_request' | 'bad_text' | 'banned' | 'bot_failed' | 'bot_without_move' | 'calls_off' | 'cannot_join' | 'cannot_replace' | 'chat_full' | 'content_type' | 'database_full' | 'database_unavailable' | 'filter_unknown' | 'game_unknown' | 'hints_off' | 'key_empty' | 'level_unknown' | 'link_expired' | 'local_only' | 'log_full' | 'login_needed' | 'match_ended' | 'match_running' | 'match_unreadable' | 'method_unknown' | 'name_taken' | 'no_clock' | 'no_early_end' | 'no_hints' | 'no_holiday' | 'no_proposal' | 'no_review' | 'no_such_position' | 'not_asked' | 'not_found' | 'not_host' | 'not_seated' | 'not_started' | 'nothing_to_undo' | 'others_playing' | 'own_seat' | 'person_unknown' | 'proposal_open' | 'seat_taken' | 'seat_unknown' | 'seats_free' | 'server_busy' | 'stale' | 'status_unknown' | 'table_full' | 'table_unknown' | 'terms_wrong' | 'too_fast' | 'too_large' | 'too_many_hints' | 'too_many_bot_tables' | 'too_many_devices' | 'too_many_people' | 'too_many_reports' | 'too_many_plans' | 'too_many_ways' | 'too_many_tables';

export interface Error {
  error: RuleError;
}

export interface Table {
  table: Info;
}

export interface Tables {
  tables: Summary[];
}

export interface Account {
  account: AccountName;
}

export type Nothing = Record<string, never>;

export interface Token {
  token: string;
}

export interface Rev {
  rev: number;
}

export interface Games {
  games: About[];
}

export interface Me {
  account: AccountName | null;
  player: boolean;
  preferences: Values;
}

export interface Health {
  status: string;
  version: string;
  schema: number;
}

export interface Checked {
  rev: number;
  refusal: RuleError | null;
}

export interface Composed {
  rev: number;
  answer: Composition;
}

export interface Hint {
  rev: number; // the position it is for
  level: string;
  moves: HintMove[]; // best first
}

export interface ReviewState {
  state: 'none' | 'waiting' | 'running' | 'done'; // none: nobody has asked for it, or it could not be made
  done: number; // so many moves are judged
  of: number;
  review?: Values; // the file, once it is done
}

// The view after `n` moves, over HTTP.
export interface PastView {
  type: 'history';
  table: string;
  n: number;
  view: MatchView;
}

export interface NewTable {
  game: string;
  options?: Values;
  seats: SeatKind[];
  open?: boolean;
  shuffle?: boolean;
  hints?: boolean; // whether bots give hints; without it they do where no second person is to sit
  watchers_chat?: boolean; // whether those who watch may chat
  terms?: Values; // Terms: clock, and what happens where somebody is missing
  rated?: boolean; // the result changes ratings; everybody needs an account, and there are no hints
  beginners?: boolean; // beginners are welcome
  language?: 'en' | 'de' | 'es' | 'ru'; // people talk in it
  join?: boolean; // whoever asks takes the first human seat
  title?: string;
  name?: string; // of whoever joins, who needs it
}

export interface SeatKind {
  kind: 'human' | 'bot';
  level?: string; // of a bot, which needs it; one of the game's `bots` or `styles`
}

// How a table is played: its clock, and what happens where somebody is missing.
export interface Terms {
  clock: 'none' | 'live' | 'correspondence';
  bank_s?: number; // seconds each person has for the whole match
  increment_s?: number; // more for each own move
  move_s?: number; // correspondence, instead of a bank: seconds for each decision, what is not used is not saved
  nights?: boolean; // correspondence: the clock rests from 23 to 7 where the person to move lives
  weekends?: boolean; // correspondence: it rests on Saturday and Sunday
  holidays?: number; // correspondence: days each person may take
  at_zero?: 'remind' | 'bot' | 'offer' | 'end'; // when the time is up: nothing by itself; a bot makes one move, after three the seat is offered; the seat is offered; the match ends
  on_leave?: 'wait' | 'bot' | 'offer'; // what happens to the seat of somebody who leaves without saying
  early_end?: boolean; // the match may end early where all agree
  level?: string; // of bots that play for people
}

// The clock of a table as lists show it.
export interface Pace {
  clock: 'none' | 'live' | 'correspondence';
  bank_s: number;
  increment_s: number;
  move_s: number;
}

// The time of one seat. Milliseconds.
export interface Clock {
  left: number; // when it began to run; rests do not count
  whole: number; // what is there at most, without increments
  since: number | null; // runs since then
  until: number | null; // then it is up; null: it does not run, or rests by agreement
  spent: number; // in the match, up to `since`
  up: boolean;
  zone: number; // minutes east of UTC, where the person lives
  holiday_until: number;
  holiday_left: number;
}

// Since when the position stands, and the clocks of all seats where there are any.
export interface Turn {
  since: number;
  clocks?: Clock[];
}

// Something decided in advance, in the words of the game (docs/plans.md).
export interface Plan {
  type: string;
  [key: string]: Json;
}

// A kind of plan, with what is to be chosen in it.
export interface PlanOption {
  type: string;
  fields: { name: string; choices?: Json[]; min?: number; max?: number; step?: number; }[];
}

// A plan that ended, and why: the sentence is GAME.plan_stop.CODE.
export interface StoppedPlan {
  plan: Plan;
  code: string;
  values: Values;
}

// Why a match is over that its rules did not end.
export interface Ended {
  how: 'agreed' | 'closed' | 'time';
  by: number | null; // seat: who proposed or closed, or whose time was up; null: closed by somebody without a seat
  standing: boolean; // the standing is the result
}

export interface Leave {
  then?: 'wait' | 'bot' | 'offer' | 'resign'; // in a running match: what happens to the seat; without it the table's terms say
  level?: string; // of the bot; without it the table's terms say
}

export interface PassOn {
  seat: number;
}

export interface Join {
  name: string;
  seat?: number;
}

// When somebody wants to be called.
export interface CallSettings {
  push?: boolean;
  webhook?: boolean;
  reminder?: boolean; // once more, when an eighth of the time is left
  mail?: 'off' | 'at_once' | 'digest'; // digest: at eight in the morning, all tables together
  quiet_from?: number; // minute of the day; nobody is called from then
  quiet_until?: number; // until then
  zone?: number; // minutes east of UTC
  lang?: 'en' | 'de' | 'es' | 'ru';
}

export interface NewWay {
  kind: 'push' | 'mail' | 'webhook';
  lang: 'en' | 'de' | 'es' | 'ru';
  zone?: number; // minutes east of UTC
  label?: string; // for its owner, to know it by
  endpoint?: string; // of the browser's subscription
  p256dh?: string;
  auth?: string;
  address?: string;
  password?: string; // of the account: whoever reads the mail can set a new one
  url?: string; // https, and nothing inside a private network
  format?: 'json' | 'discord' | 'slack' | 'mattermost';
}

export interface Sealed {
  token: string;
}

// A way somebody is called.
export interface Way {
  id: string;
  kind: 'push' | 'mail' | 'webhook';
  label: string;
  state: 'active' | 'unconfirmed' | 'failing'; // failing: ten letters in a row did not arrive, and no more are sent
  table: boolean; // hears of every turn at the table
}

export interface Calls {
  push: string | null; // the server's key, where it sends Web Push
  mail: boolean;
  webhooks: boolean;
  settings: CallSettings;
  ways: Way[];
}

export interface NewWayAnswer {
  way: Way;
  secret?: string; // of a webhook that gets JSON: what its messages are signed with (standardwebhooks.com); shown this once
}

export interface Login {
  name: string;
  password: string;
}

export interface Password {
  old: string;
  new: string;
}

export interface Recover {
  name: string; // of the account
}

export interface Recovered {
  token: string;
  password: string;
}

export interface Delete {
  password: string;
}

export interface Claim {
  token: string;
}

export interface MoveRequest {
  rev: number;
  key: string;
  action: Action;
}

export interface CheckRequest {
  action: Action;
}

export interface ComposeRequest {
  action: ActionBegun;
  use?: string[]; // what must pay
  avoid?: string[]; // what must not
}

export interface HintRequest {
  level?: string; // default: hard, or else the strongest
}

export type Empty = Record<string, never>;

export type Preferences = Values;

// Who is there; optional.
export interface HelloMessage {
  type: 'hello';
  key?: Key;
}

// Subscribe. With the `rev` last seen only what is new comes. A client that has the same `engine` as the server gets `position` in place of `view` and folds it itself; any other gets whole views.
export interface WatchMessage {
  type: 'watch';
  key?: Key;
  table: string;
  rev?: number;
  engine?: string;
}

// Unsubscribe.
export interface UnwatchMessage {
  type: 'unwatch';
  key?: Key;
  table: string;
}

// Whether the page is in sight: who looks at a table is not called.
export interface LookingMessage {
  type: 'looking';
  key?: Key;
  on: boolean;
}

// Play. Answered after the commit.
export interface MoveMessage {
  type: 'move';
  key: Key;
  table: string;
  rev: number; // the position it answers
  action: Action;
}

// Go back to the position after `to` moves. Within `view.undoable` of one's own moves it happens at once; further back it becomes a Proposal to the others who have not left; after the end always, and to those who have left as well.
export interface UndoMessage {
  type: 'undo';
  key: Key;
  table: string;
  rev: number;
  to: number;
}

// For a seat that has left, or is absent for long.
export interface ProposeReplaceMessage {
  type: 'propose_replace';
  key: Key;
  table: string;
  seat: number;
  with: 'person' | 'bot';
  level?: string; // of the bot, which needs it
}

// Sets what is to be done in advance, all of it, or without `plans` asks for it.
export interface PlansMessage {
  type: 'plans';
  key: Key;
  table: string;
  plans?: Plan[];
}

// Ends the match when all who are there agree, at once where nobody else is.
export interface ProposeEndMessage {
  type: 'propose_end';
  key: Key;
  table: string;
  standing: boolean; // the standing is the result; else there is none
}

// All clocks rest when all who are there agree; anyone of them ends it.
export interface PauseMessage {
  type: 'pause';
  key: Key;
  table: string;
  on: boolean;
}

// The own clock rests for so many days; 0: from now on it does not any more.
export interface HolidayMessage {
  type: 'holiday';
  key: Key;
  table: string;
  days: number;
}

// Where one lives, for nights and weekends.
export interface ZoneMessage {
  type: 'zone';
  key: Key;
  table: string;
  minutes: number; // east of UTC
}

// Vote. One `false` ends the proposal; the proposer may withdraw with `false`.
export interface AnswerMessage {
  type: 'answer';
  key: Key;
  table: string;
  proposal: number;
  agree: boolean;
}

// One line in five seconds, with ten at once: for each seated player and, where the table lets them (`watchers_chat`), for all who watch together; and one a second for an address at all tables, with 60 at once.
export interface ChatMessage {
  type: 'chat';
  key: Key;
  table: string;
  text: string;
  name?: string; // of somebody who watches, who needs it; none that looks like a player's (`name_taken`)
}

// Replaces one's private notes (up to 10,000 characters).
export interface NotesMessage {
  type: 'notes';
  key?: Key;
  table: string;
  text: string;
}

// The view after `n` moves.
export interface HistoryMessage {
  type: 'history';
  key?: Key;
  table: string;
  n: number;
  engine?: string;
}

// Is anybody there?
export interface PingMessage {
  type: 'ping';
  key?: Key;
}

// Why not? What a `move` with this action would be refused with. Plays nothing.
export interface CheckMessage {
  type: 'check';
  key?: Key;
  table: string;
  action: Action;
}

// About an action begun: what may follow, at what price, can it be sent, what would it bring, and why not. Plays nothing.
export interface ComposeMessage {
  type: 'compose';
  key?: Key;
  table: string;
  action: ActionBegun;
  use?: string[]; // what must pay
  avoid?: string[]; // what must not
}

// The best moves for your seat as a bot ranks them, which sees only what the seat may. Thought out in the background within a few seconds, one at a time for each player and three for an address, 20 and 24 a minute (`too_fast` while others of them are thought out, `too_many_hints` says in how many seconds the next is there). `no_hints` where the game has no such bot, `hints_off` where the table does without.
export interface HintMessage {
  type: 'hint';
  key?: Key;
  table: string;
  level?: string; // default: hard, or else the strongest
}

// At most 50 lines before the one with this number.
export interface OlderChatMessage {
  type: 'older_chat';
  key?: Key;
  table: string;
  before: number;
}

// At most 200 moves before this one.
export interface OlderLogMessage {
  type: 'older_log';
  key?: Key;
  table: string;
  before: number;
}

// A position as you may know it, for a client with the same engine (docs/api.md).
export interface Position {
  n: number; // moves played
  undoable: number; // how many of the last moves you may take back alone
  state: string; // base64: the bytes of the state, written as a change from the position `from`, or from nothing
  commitment?: string; // binds the server to the seed; with whole positions
  seed?: string; // when the match is over
}

// What is new at a table; what is absent has not changed.
export interface Update {
  type: 'update';
  table: string;
  rev: number; // the number of the present position: grows with every start, move and undo
  info?: Info; // always in the first update; again when seats, status or a proposal change; `view.to_act` is newer than `info.to_act`
  you?: number | null; // the seat you hold, with `info`
  view?: MatchView; // from the start of the match on
  position?: Position; // in place of `view`, for a client with the same engine
  from?: number; // the `rev` whose position `position` is a change of; absent: it is whole. Who has another one watches anew without `rev`
  log?: LogEntry[]; // replace your log from index `log_from` on with these; at most the newest 200
  log_from?: number; // after an undo below the length of what you had
  log_anew?: boolean; // there is a gap before these moves, and nothing you had is known to hold any more: begin anew, and ask for `older_log`
  chat?: ChatLine[]; // append those with a higher `number`; at most the newest 50
  chat_more?: boolean; // older new lines were left out: ask for `older_chat`
  turn?: Turn; // with every new position, and when clocks change
  presence?: Presence;
  notes?: string; // your private notes (first update)
}

export interface HelloAnswer {
  type: 'hello';
  protocol: 1;
  server: string; // version
  account: AccountName | null;
  time: number;
}

// Done, and durable.
export interface AckAnswer {
  type: 'ack';
  key: string | null; // of the message it answers
  table: string;
  rev?: number; // the position it led to; not after `unwatch`
}

// Refused; or, without a key, a table cannot be shown any more. After the code `stale` an update with the newer position is on its way or was sent: decide again.
export interface ErrorAnswer {
  type: 'error';
  key?: string; // of the message it answers, where that could be read
  table?: string;
  error: RuleError;
}

export interface HistoryAnswer {
  type: 'history';
  table: string;
  key: string | null; // of the message it answers
  n: number;
  view?: MatchView;
  position?: Position; // in place of `view`, where the engine is the same
}

export interface CheckAnswer {
  type: 'check';
  table: string;
  key: string | null; // of the message it answers
  rev: number;
  refusal: RuleError | null; // null: it can be played
}

export interface ComposeAnswer {
  type: 'compose';
  table: string;
  key: string | null; // of the message it answers
  rev: number;
  answer: Composition;
}

// What you have decided in advance; nobody else sees it. Also sent when one of them moved or ended.
export interface PlansAnswer {
  type: 'plans';
  table: string;
  key: string | null;
  on: boolean; // they are followed; false after an undo
  plans: Plan[];
  stopped: StoppedPlan[];
  options: PlanOption[]; // what can be planned now
}

export interface HintAnswer {
  type: 'hint';
  table: string;
  key: string | null; // of the message it answers
  rev: number; // the position it is for
  level: string;
  moves: HintMove[]; // best first
}

export interface OlderChatAnswer {
  type: 'older_chat';
  table: string;
  key: string | null; // of the message it answers
  lines: ChatLine[]; // oldest first
  more: boolean; // there are still older ones
}

export interface OlderLogAnswer {
  type: 'older_log';
  table: string;
  key: string | null; // of the message it answers
  from: number; // number of the first
  log: LogEntry[];
}

export interface PongAnswer {
  type: 'pong';
}

export interface Privacy {
  profile: 'nobody' | 'friends' | 'everyone'; // who sees my profile
  invitations: 'nobody' | 'friends' | 'everyone'; // who may invite me by name
  ratings: boolean; // I see ratings, and those who see my profile see mine
}

export interface Relate {
  id?: string; // somebody of my lists (GET /api/me/people)
  name?: string;
  table?: string;
  seat?: number;
  relation: 'none' | 'friends' | 'blocked';
}

export interface Report {
  table: string;
  seat: number;
  reason: 'abuse' | 'stalling' | 'cheating' | 'name';
  text?: string;
}

export interface Invite {
  name: string;
}

export interface MyPeople {
  friends: Friend[];
  asked: Friend[]; // whom I have asked
  asking: Friend[]; // who asks me
  blocked: Friend[];
}

export interface Friend {
  id: string; // means this one in my lists, and nothing to anybody else
  name: string;
}

export interface Invitations {
  invitations: { by: string; table: Summary; }[];
}

// A rating by Weng and Lin (OpenSkill).
export interface RatingShown {
  shown: number; // mu - 3 sigma
  mu: number;
  sigma: number;
  matches: number;
}

export interface GameRecord {
  game: string;
  played: number;
  won: number; // first places, shared ones too
  rating: RatingShown | null;
}

export interface OpponentRecord {
  name: string;
  bot: boolean; // `name` is the level of a bot
  game: string;
  played: number;
  ahead: number; // how often I came in before them
  behind: number;
  rating: RatingShown | null;
}

export interface PlayedMatch {
  table: string;
  game: string;
  ended: number;
  place: number; // 0: without a result
  players: number;
  rated: boolean;
  change: number | null; // of the rating that is shown
  with: string[];
}

export interface Profile {
  name: string;
  mine: boolean;
  since: number;
  relation: 'none' | 'asked' | 'asking' | 'friend' | 'blocked';
  games: GameRecord[];
  opponents: OpponentRecord[]; // one's own profile only; on that of another, oneself
  matches: PlayedMatch[]; // one's own profile only: the newest fifty
  privacy: Privacy | null; // one's own profile only
}

export type ClientMessage = HelloMessage | WatchMessage | UnwatchMessage | LookingMessage | MoveMessage | UndoMessage | ProposeReplaceMessage | PlansMessage | ProposeEndMessage | PauseMessage | HolidayMessage | ZoneMessage | AnswerMessage | ChatMessage | NotesMessage | HistoryMessage | PingMessage | CheckMessage | ComposeMessage | HintMessage | OlderChatMessage | OlderLogMessage;
export type ServerMessage = Update | HelloAnswer | AckAnswer | ErrorAnswer | HistoryAnswer | CheckAnswer | ComposeAnswer | HintAnswer | PlansAnswer | OlderChatAnswer | OlderLogAnswer | PongAnswer;

// The answer to a message that is not refused, by its type.
export interface AnswerTo {
  hello: HelloAnswer;
  watch: Update;
  unwatch: AckAnswer;
  looking: AckAnswer;
  move: AckAnswer;
  undo: AckAnswer;
  propose_replace: AckAnswer;
  plans: PlansAnswer;
  propose_end: AckAnswer;
  pause: AckAnswer;
  holiday: AckAnswer;
  zone: AckAnswer;
  answer: AckAnswer;
  chat: AckAnswer;
  notes: AckAnswer;
  history: HistoryAnswer;
  ping: PongAnswer;
  check: CheckAnswer;
  compose: ComposeAnswer;
  hint: HintAnswer;
  older_chat: OlderChatAnswer;
  older_log: OlderLogAnswer;
}
