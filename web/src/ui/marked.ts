// What `data-NAME` says where an event happened, on that element or around it.
export const markedAt = (event: Event, name: string): string | null =>
  (event.target as Element | null)?.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? null;
