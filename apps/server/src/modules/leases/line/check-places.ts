import { beforeCommit } from '../../../db/before-commit.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Installation } from '../../../installation.ts';
import { announceWaiting } from './announce-waiting.ts';
import { linesFor, linesOf, readSources, type SeatSources } from './eligible-lines.ts';
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
  let after: string | null = null;
  for (;;) {
    const waiters: WaitingRow[] = await readWaiters(tx, { account, product, users, after, limit: chunk });
    const lost: string[] = [];
    const moved: WaitingRow[] = [];
    const decide = await readDecisions(tx, installation, waiters);
    for (const waiter of waiters) {
      const classes = waiter.active ? await decide(waiter) : {};
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

/** Reads what gives seats once for some waiters; only who waits for one license costs a statement of their own. */
async function readDecisions(tx: Transaction, installation: Installation, waiters: readonly WaitingRow[]) {
  const sources = new Map<string, SeatSources>();
  for (const some of Map.groupBy(waiters, lineOf).values()) {
    const [{ 'account-id': account, 'product-id': product }] = some as [WaitingRow, ...WaitingRow[]];
    const rns = some.map(({ consumer }) => consumer);
    sources.set(lineOf(some[0] as WaitingRow), await readSources(tx, { account, product }, rns));
  }
  return (waiter: WaitingRow): Record<string, number> | Promise<Record<string, number>> => {
    const { 'account-id': account, 'product-id': product, 'license-id': license } = waiter;
    const subject = subjectOfWaiter(installation, waiter);
    const read = sources.get(lineOf(waiter));
    if (license !== null || !read) return linesFor(tx, installation, { account, product, subject, license });
    return linesOf(installation, { account, subject }, read);
  };
}

function lineOf({ 'account-id': account, 'product-id': product }: WaitingRow): string {
  return `${account} ${product}`;
}

function isSame(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}
