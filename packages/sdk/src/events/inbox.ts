/** The messages of a lease: each is delivered once, and acknowledged after its handlers have run. */
export interface Inbox {
  /** Delivers a message unless it was delivered before. A repeated one is acknowledged again once it has been shown. */
  receive(id: string, deliver: () => Promise<unknown>): void;
  /** The last message up to which all have been shown; null before the first one. */
  lastShown(): string | null;
}

/** The number of stored messages; the server keeps fewer that are not acknowledged. */
const most = 200;

/** @param acknowledge must not throw */
export function createInbox(acknowledge: (id: string) => void): Inbox {
  /** The messages in their order, and whether their handlers have run. */
  const shown = new Map<string, boolean>();
  let last: string | null = null;

  async function show(id: string, deliver: () => Promise<unknown>): Promise<void> {
    await deliver();
    shown.set(id, true);
    for (const [message, isShown] of shown) {
      if (!isShown) break;
      last = message;
    }
    acknowledge(id);
  }

  return {
    receive(id, deliver) {
      const before = shown.get(id);
      if (before) acknowledge(id);
      if (before !== undefined) return;
      shown.set(id, false);
      const [first] = shown;
      if (shown.size > most && first?.[1]) shown.delete(first[0]);
      void show(id, deliver);
    },
    lastShown: () => last,
  };
}
