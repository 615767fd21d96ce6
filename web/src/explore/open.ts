// Opens what anybody sent: every variation is played once, on an engine of its own with a limit of time, before anything is shown.
import { apart, TooLong } from '../engine/adviser';
import { BadLink, unpack } from '../app/link';
import type { Engine } from '../engine/engine';
import { errorText, t } from '../i18n/i18n.svelte';
import { Refused, type LogEntry } from '../table/contract';
import { BadExploration, childrenOf, readExploration, type Exploration } from './file';

const mostTime = 30_000; // milliseconds to play a match again that somebody sent

// The log of every variation, by its number.
export async function playAll(engine: Engine, file: Exploration): Promise<LogEntry[]> {
  const match = await engine.load(file.match);
  const { n: root, seats } = await engine.state(match);
  if (seats !== file.names.length) throw new BadExploration('form', 'file.names');
  const entries: LogEntry[] = [];
  const from = async (at: number): Promise<void> => {
    for (const i of childrenOf(file.moves, at)) {
      const move = file.moves[i];
      if (!move) continue;
      const { n } = await engine.play(match, move.seat, move.action);
      const [entry] = await engine.log(match, 'analyst', n - 1);
      if (entry) entries[i] = entry;
      await from(i);
      await engine.undo(match, 1);
    }
  };
  if ((file.match.actions as unknown[]).length !== root) throw new BadExploration('form', 'file.match.actions');
  await from(-1);
  return entries;
}

export interface Opened {
  file: Exploration;
  entries: LogEntry[];
}

export async function openExploration(json: unknown): Promise<Opened> {
  const file = readExploration(json);
  return { file, entries: await apart((engine) => playAll(engine, file), { most: mostTime }) };
}
export const openLink = async (code: string): Promise<Opened> => openExploration(await unpack(code));

// Why it cannot be opened, for a person.
export function whyNot(error: unknown): string {
  if (error instanceof BadLink) return t(`share.fault.${error.fault}`);
  if (error instanceof TooLong) return t('share.fault.slow');
  if (error instanceof BadExploration)
    return error.fault === 'version' ? t('share.fault.version') : t('share.fault.form', { where: error.where });
  if (error instanceof Refused) return t('share.fault.moves', { why: errorText(error.error) });
  return t('share.fault.failed');
}
