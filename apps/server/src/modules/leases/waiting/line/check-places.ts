import { beforeCommit } from '../../../../db/before-commit.ts';
import type { Transaction } from '../../../../db/database.ts';
import type { Installation } from '../../../../installation.ts';
import { announceWaiting } from './announce-waiting.ts';
import { linesFor } from './eligible-lines.ts';
import { endPlaces } from './end-places.ts';
import { offerAtEnd } from './offer-at-end.ts';
import { readWaiters, subjectOfWaiter, type WaitingRow } from './waiters.sql.ts';

/** Waiters that are read at once. */
const chunk = 500;

/** The waiters whose rights may have changed: of an account, and there of a product or of some users. */
interface Concerned {
  readonly account: string;
  readonly product?: string;
  readonly users?: readonly string[];
}

/** Decides, at the end of the transaction, again in which lines waiters stand, after a change of their rights. */
export function checkPlacesAtEnd(tx: Transaction, installation: Installation, concerned: Concerned): void {
  beforeCommit(tx, 'check-places', [concerned], async (all) => {
    const different = new Map(all.map((one) => [JSON.stringify(one), one]));
    for (const one of different.values()) await checkPlaces(tx, installation, one);
  });
}

/** Decides again in which lines waiters stand. Who may use no license any more loses the place. */
export async function checkPlaces(tx: Transaction, installation: Installation, concerned: Concerned): Promise<void> {
  const { account, product = null, users = null } = concerned;
  const decided = new Map<string, Promise<Record<string, number>>>();
  let after: string | null = null;
  for (;;) {
    const waiters: WaitingRow[] = await readWaiters(tx, { account, product, users, after, limit: chunk });
    const lost: string[] = [];
    const moved: WaitingRow[] = [];
    for (const waiter of waiters) {
      const classes = waiter.active ? await decide(tx, installation, waiter, decided) : {};
      if (Object.keys(classes).length === 0) lost.push(waiter.id);
      else if (!isSame(classes, waiter.classes)) moved.push({ ...waiter, classes });
    }
    for (const { id, classes } of moved) {
      await tx
        .updateTable('waiters')
        .set({ classes: JSON.stringify(classes) })
        .where('id', '=', id)
        .execute();
    }
    announceWaiting(tx, installation, moved);
    offerAtEnd(tx, installation, [...(await endPlaces(tx, installation, lost, 'not-eligible')), ...moved]);
    if (waiters.length < chunk) return;
    after = waiters.at(-1)?.id ?? null;
  }
}

/** The lines of a waiter. Waiters with equal tags who are named by no policy stand in the same ones. */
function decide(
  tx: Transaction,
  installation: Installation,
  waiter: WaitingRow,
  decided: Map<string, Promise<Record<string, number>>>,
): Promise<Record<string, number>> {
  const { 'account-id': account, 'product-id': product, 'license-id': license, consumer } = waiter;
  const subject = subjectOfWaiter(installation, waiter);
  const key = JSON.stringify([product, license, consumer, subject.tags]);
  const lines = decided.get(key) ?? linesFor(tx, installation, { account, product, subject, license });
  decided.set(key, lines);
  return lines;
}

function isSame(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}
