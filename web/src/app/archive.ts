// Tables of a server that a person does not want to see any more: a matter of this device, the server keeps them all.
const key = 'remise.archive';

export function archivedTables(): string[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as string[];
  } catch {
    return [];
  }
}

export function archiveTable(id: string, away: boolean): string[] {
  const all = archivedTables().filter((one) => one !== id);
  if (away) all.push(id);
  try {
    localStorage.setItem(key, JSON.stringify(all.slice(-500)));
  } catch {
    // Private windows may keep nothing.
  }
  return all;
}
