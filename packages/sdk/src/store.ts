/**
 * Where the SDK keeps what must outlive a run of the application: an offline lease, and the highest server time it has
 * seen. What it keeps is signed, so a store need not be secret; it should not be easy to roll back.
 */
export interface KeyholdStore {
  /** The value under a name, or null when there is none. */
  get(name: string): Promise<string | null> | string | null;
  /** Keeps a value under a name; null removes it. */
  set(name: string, value: string | null): Promise<void> | void;
}

/**
 * A store that forgets everything when the application ends.
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
