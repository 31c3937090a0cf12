import type { Transaction } from './handles.ts';

const works = Symbol('before commit');

interface Work {
  readonly items: unknown[];
  readonly run: (items: readonly never[]) => Promise<void>;
}

/** A transaction with the work at its end, by key. */
type WithWorks = Transaction & { [works]?: Map<string, Work> };

/**
 * Runs work once at the end of a transaction, for all items that were given for its key: for what follows from its
 * changes and takes locks that must come after all others.
 *
 * @example
 * beforeCommit(tx, 'offer-seats', [line], (lines) => offerSeats(tx, lines));
 */
export function beforeCommit<Item>(
  tx: WithWorks,
  key: string,
  items: readonly Item[],
  run: (items: readonly Item[]) => Promise<void>,
): void {
  tx[works] ??= new Map();
  const work = tx[works].get(key) ?? { items: [], run };
  tx[works].set(key, work);
  work.items.push(...items);
}

/** Runs what is pending, including what that adds. */
export async function runBeforeCommit(tx: WithWorks): Promise<void> {
  for (let pending = tx[works]; pending && pending.size > 0; pending = tx[works]) {
    delete tx[works];
    for (const { items, run } of pending.values()) await run(items as never[]);
  }
}
