import { reportFailure } from './callback.ts';

/** A function that is called with an event; it may be asynchronous. */
export type Handler<Event> = (event: Event) => void | Promise<void>;

/** Calls listeners with events, and waits for them. */
export interface Emitter<Events> {
  /** Adds a listener; returns a function that removes it. */
  on<Name extends keyof Events>(name: Name, handler: Handler<Events[Name]>): () => void;
  /** Calls every listener of an event. Resolves when all are done to whether there were any. An error of one is reported. */
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
      for (const result of results) {
        if (result.status === 'rejected') reportFailure(`A listener of ${String(name)}`, result.reason);
      }
      return set.length > 0;
    },
  };
}
