// The drawings behind Icon.svelte, by name: the page's own, and those a game adds when its table is loaded.
const icons = new Map<string, string>();

export function addIcons(files: Record<string, string>): void {
  for (const [path, source] of Object.entries(files)) icons.set(path.slice(path.lastIndexOf('/') + 1, -4), source);
}

export const iconSource = (name: string): string => icons.get(name) ?? '';

addIcons(import.meta.glob<string>('../icons/*.svg', { query: '?raw', import: 'default', eager: true }));
