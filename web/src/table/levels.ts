// Levels of bots by name, weakest first, as the engine and the server list them.

// Those that people choose from: the random one is for tests, unless there is no other.
export const offeredLevels = (levels: string[]): string[] => {
  const serious = levels.filter((level) => level !== 'random');
  return serious.length > 0 ? serious : levels;
};

// The strength offered first: people should neither be bored nor crushed.
export const usualLevel = (levels: string[]): string =>
  levels.includes('medium') ? 'medium' : (levels.at(-1) ?? 'random');

// Who gives hints: a strong player that answers at once.
export const hintLevel = (levels: string[]): string | undefined => (levels.includes('hard') ? 'hard' : levels.at(-1));

// Levels that may think for longer than a person likes to wait for an answer of the table.
export const thinksLong = (level: string | undefined): boolean =>
  level !== undefined && /^(strong|expert)(\/|$)/.test(level);

// Those there are, as a rule: what is shown until the engine has said which.
export const seriousLevels = ['beginner', 'easy', 'medium', 'hard', 'strong', 'expert'];
const strength = ['random', ...seriousLevels];
export const isStronger = (level: string, than: string): boolean =>
  strength.includes(plainLevel(than)) && strength.indexOf(plainLevel(level)) > strength.indexOf(plainLevel(than));

// A level may have a style: "hard/builder".
export const plainLevel = (level: string): string => level.split('/')[0] ?? level;
export const styleOf = (level: string): string | undefined => level.split('/')[1];
// The styles there are at a level, as levels.
export const stylesAt = (level: string, styles: string[]): string[] =>
  styles.filter((styled) => plainLevel(styled) === level);
