// The courses there are, loaded when they are asked for.
import files from 'virtual:games/lessons';
import { gamePages } from '../games/registry';
import type { Chapter, Course, MatchFile } from './chapter';

const at = (game: string, name: string) =>
  Object.entries(files).find(([path]) => path.endsWith(`/data/learn/${game}/${name}.json`))?.[1];

async function read<T>(game: string, name: string): Promise<T | null> {
  return ((await at(game, name)?.()) as T | undefined) ?? null;
}

export const learnable = (): string[] => gamePages.map(({ id }) => id).filter((id) => at(id, 'course') !== undefined);
export const course = (game: string) => read<Course>(game, 'course');
export const chapter = (game: string, name: string) => read<Chapter>(game, name);
export const matchOf = (game: string, name: string) => read<MatchFile>(game, name);

// The texts of a course are a catalogue of their own.
export const catalogueOf = (game: string): string => `${game}-learn`;
