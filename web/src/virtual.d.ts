// What vite/licences.ts reads.
declare module 'virtual:licences' {
  const parts: Record<string, { name: string; version: string; licence: string; text: string }[]>;
  export default parts;
}
// What vite/games.ts finds.
declare module 'virtual:games' {
  const pages: Record<string, import('./games/registry').GamePage>;
  export default pages;
}
declare module 'virtual:games/texts' {
  const catalogues: Record<string, () => Promise<Record<string, string>>>;
  export default catalogues;
}
declare module 'virtual:games/cards' {
  const cards: Record<string, () => Promise<Record<string, string>>>;
  export default cards;
}
declare module 'virtual:games/help' {
  const pages: Record<string, () => Promise<string>>;
  export default pages;
}

declare module 'virtual:games/rulings' {
  const pages: Record<string, () => Promise<string>>;
  export default pages;
}
declare module 'virtual:games/lessons' {
  const files: Record<string, () => Promise<unknown>>;
  export default files;
}
declare module 'virtual:games/puzzles' {
  const files: Record<string, () => Promise<unknown>>;
  export default files;
}
declare module 'virtual:games/rules' {
  const files: Record<string, () => Promise<unknown>>;
  export default files;
}
