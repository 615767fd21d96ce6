// The games there are, and how to start a match of one on this device.
import { saveText } from '../ui/save';
import { engine } from '../engine/engine';
import { gamePage } from '../games/registry';
import type { About, MatchState, Setup, Values } from '../table/contract';
import { localMatches, newId, type LocalMatch } from '../table/local_store';
import { freeNames } from '../table/names';
import type { SeatInfo, Table, TableInfo } from '../table/table';

let known: Promise<About[]> | null = null;

export function games(): Promise<About[]> {
  known ??= engine().games();
  known.catch(() => (known = null));
  return known;
}

// Bots of these levels have names that nobody else at the table has, and keep them.
export function botSeats(levels: string[], people: string[] = []): SeatInfo[] {
  const names = shuffled(freeNames(12, people));
  return levels.map((level, i) => ({ kind: 'bot', name: names[i] ?? '', level }));
}

function shuffled<T>(items: T[]): T[] {
  const list = [...items];
  for (let i = list.length - 1; i > 0; --i) {
    const j = Math.floor(Math.random() * (i + 1));
    [list[i], list[j]] = [list[j] as T, list[i] as T];
  }
  return list;
}

export interface LocalStart {
  game: string;
  title: string;
  seats: SeatInfo[];
  options?: Values;
  seed?: string;
  shuffle?: boolean;
}

export async function startLocal(start: LocalStart): Promise<string> {
  const seats = start.shuffle === false ? start.seats : shuffled(start.seats);
  const setup: Setup = {
    players: seats.length,
    seed: start.seed || newId(),
    ...(start.options ? { options: start.options } : {}),
  };
  const match = await engine().start(start.game, setup);
  const file = await engine().file(match);
  const state = await engine().state(match);
  await engine().drop(match);
  return keep({
    game: start.game,
    title: start.title,
    seats,
    file,
    ...(gamePage(start.game)?.hands && seats.filter(({ kind }) => kind === 'human').length > 1
      ? { covered: true }
      : {}),
    ...standing(state),
  });
}

// What the start page says of a match.
const standing = (state: MatchState) => ({ n: state.n, toAct: state.to_act, finished: state.outcome !== null });

async function keep(match: Omit<LocalMatch, 'id' | 'created' | 'updated' | 'notes'>): Promise<string> {
  const id = newId();
  await localMatches.put({ ...match, id, created: Date.now(), updated: Date.now(), notes: '' });
  return id;
}

export interface NamedFile {
  remise?: { title?: string; seats?: SeatInfo[] };
}

// A match file as a match of this device, with the title and the seats it is to be played with.
async function keepLoaded(
  file: object,
  as: (state: MatchState) => Pick<LocalMatch, 'title' | 'seats'>,
): Promise<string> {
  const match = await engine().load(file);
  try {
    const state = await engine().state(match);
    return await keep({ game: state.game, ...as(state), file: await engine().file(match), ...standing(state) });
  } finally {
    await engine().drop(match);
  }
}

export function keepFile(file: object, title: string, seats: SeatInfo[]): Promise<string> {
  return keepLoaded(file, () => ({ title, seats }));
}

// A match file (or another format the engine can read). Everyone is a person: to watch and analyse.
export function importFile(file: object, title: string): Promise<string> {
  return keepLoaded(file, (state) => {
    const named = (file as NamedFile).remise;
    const spare = freeNames(state.seats, state.names ?? []);
    const seat = (i: number) => named?.seats?.[i] ?? { name: state.names?.[i] ?? spare[i] ?? `#${i + 1}` };
    return {
      title: named?.title ?? title,
      seats: Array.from({ length: state.seats }, (_, i) => ({ ...seat(i), kind: 'human' })),
    };
  });
}

// The match as a file, with the names of those who played it.
export async function saveMatch(table: Pick<Table, 'file'>, info: TableInfo | null): Promise<void> {
  const file = await table.file();
  if (file && info)
    download({ ...file, remise: { title: info.title, seats: info.seats } }, `remise-${info.game}-${info.id}.json`);
}

export function download(file: object, name: string): void {
  saveText(JSON.stringify(file), name, 'application/json');
}
