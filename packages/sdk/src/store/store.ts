/**
 * Stores the data that must outlive a run of the application: the tokens of the signed-in user, an offline lease, and
 * the highest server time seen. The tokens authenticate as their user, so nobody else must be able to read the store.
 * It should also be hard to roll back. Several processes may share a store.
 */
export interface KeyholdStore {
  /** The value under a name, or null when there is none. */
  get(name: string): Promise<string | null> | string | null;
  /** Stores a value under a name; null removes it. */
  set(name: string, value: string | null): Promise<void> | void;
  /**
   * Runs work on the value under a name while no other process does, such as a renewal of tokens. A store that only one
   * process uses needs no such function; in a web page, `navigator.locks` offers it.
   */
  exclusively?<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * An in-memory store, which is lost when the application ends.
 *
 * @example
 * const keyhold = createKeyhold({ baseUrl, rootKey, store: memoryStore() });
 */
export function memoryStore(): KeyholdStore {
  const values = new Map<string, string>();
  return {
    get: (name) => values.get(name) ?? null,
    set: (name, value) => {
      if (value === null) values.delete(name);
      else values.set(name, value);
    },
  };
}
