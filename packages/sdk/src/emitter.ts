/** A function that is called with an event; it may be asynchronous. */
export type Handler<Event> = (event: Event) => void | Promise<void>;

/** Calls listeners with events, and waits for them. */
export interface Emitter<Events> {
  /** Adds a function; returns what removes it again. */
  on<Name extends keyof Events>(name: Name, handler: Handler<Events[Name]>): () => void;
  /** Calls every function of this event; done when all are, and whether there were any. Fails when one of them does. */
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): Promise<boolean>;
}

export function createEmitter<Events>(): Emitter<Events> {
  const handlers = new Map<keyof Events, Set<Handler<never>>>();
  return {
    on(name, handler) {
      const set = handlers.get(name) ?? new Set();
      handlers.set(name, set.add(handler as Handler<never>));
      return () => {
        set.delete(handler as Handler<never>);
      };
    },
    async emit(name, event) {
      const set = [...(handlers.get(name) ?? [])];
      const results = await Promise.allSettled(set.map(async (handler) => handler(event as never)));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      return set.length > 0;
    },
  };
}
