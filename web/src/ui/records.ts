// Records of one kind in IndexedDB, each under its id.
export interface Records<T extends { id: string }> {
  all(): Promise<T[]>;
  get(id: string): Promise<T | undefined>;
  put(record: T): Promise<IDBValidKey>;
  remove(id: string): Promise<undefined>;
}

export function records<T extends { id: string }>(database: string, store: string): Records<T> {
  function open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(database, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'id' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('no database'));
    });
  }
  async function run<R>(mode: IDBTransactionMode, work: (kept: IDBObjectStore) => IDBRequest<R>): Promise<R> {
    const opened = await open();
    try {
      return await new Promise<R>((resolve, reject) => {
        const transaction = opened.transaction(store, mode);
        const request = work(transaction.objectStore(store));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onerror = () => reject(transaction.error ?? new Error('not stored'));
      });
    } finally {
      opened.close();
    }
  }
  return {
    all: () => run('readonly', (kept) => kept.getAll() as IDBRequest<T[]>),
    get: (id) => run<T | undefined>('readonly', (kept) => kept.get(id) as IDBRequest<T | undefined>),
    put: (record) => run('readwrite', (kept) => kept.put(record)),
    remove: (id) => run('readwrite', (kept) => kept.delete(id)),
  };
}
