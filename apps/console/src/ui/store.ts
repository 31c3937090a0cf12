/** An observable value. Components subscribe with `useSyncExternalStore`. */
export function createStore<Value>(first: Value) {
  let value = first;
  const listeners = new Set<(value: Value) => void>();
  return {
    get: (): Value => value,
    set(next: Value): void {
      value = next;
      for (const listener of listeners) listener(value);
    },
    subscribe(listener: (value: Value) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isFollowed: (): boolean => listeners.size > 0,
  };
}
