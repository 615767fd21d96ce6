// Lines of the chat that were not in sight yet: where the chat lies behind a tab, its badge says that there is something to read.
import type { TableModel } from '../table/model.svelte';
import { keep, kept } from '../app/kept';

const key = (model: TableModel) => `remise.chat.${model.data.info?.id ?? ''}`;

export class Unread {
  private read = $state(-1); // number of the newest line that was in sight
  constructor(private readonly model: TableModel) {
    this.read = kept(key(model));
  }
  // Of others: one's own lines need no reading.
  get count(): number {
    const { me, data } = this.model;
    return data.chat.filter((line) => line.number > this.read && (line.seat === null || line.seat !== me)).length;
  }
  // The chat is in sight: all of it up to now is read.
  see(): void {
    const newest = this.model.data.chat.at(-1)?.number ?? -1;
    if (newest <= this.read) return;
    this.read = newest;
    keep(key(this.model), newest);
  }
}
