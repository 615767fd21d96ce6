// Explorations kept on this device.
import { records } from '../ui/records';
import { newId } from '../table/local_store';
import type { Exploration } from './file';

export interface KeptExploration {
  id: string;
  updated: number;
  file: Exploration;
}

const kept = records<KeptExploration>('remise-explore', 'explorations');

export const explorations = {
  list: async () => (await kept.all()).sort((a, b) => b.updated - a.updated),
  get: (id: string) => kept.get(id),
  put: (id: string, file: Exploration) => kept.put({ id, updated: Date.now(), file }),
  remove: (id: string) => kept.remove(id),
  async add(file: Exploration): Promise<string> {
    const id = newId();
    await explorations.put(id, file);
    return id;
  },
};
