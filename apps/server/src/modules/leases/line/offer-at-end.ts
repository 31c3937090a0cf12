import { beforeCommit } from '../../../db/before-commit.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Installation } from '../../../installation.ts';
import { type Line, lockArrivals, lockLine, waitedFor } from './lines.sql.ts';
import { offerSeats } from './offer-seats.ts';

/** A seat that was freed. */
interface Freed {
  readonly 'account-id': string;
  readonly 'product-id': string;
}

/** Offers, at the end of the transaction, the seats that it has freed to who waits for them. */
export function offerAtEnd(tx: Transaction, installation: Installation, seats: readonly Freed[]): void {
  if (seats.length === 0) return;
  beforeCommit(tx, 'offer-seats', seats, (freed) => offerFreed(tx, installation, freed));
}

async function offerFreed(tx: Transaction, installation: Installation, freed: readonly Freed[]): Promise<void> {
  const named = freed.map(({ 'account-id': account, 'product-id': product }) => ({ account, product }));
  const lines = [...new Map(named.map((line): [string, Line] => [`${line.account} ${line.product}`, line])).values()];
  // One round trip; the second statement sees the waiters that the first has waited for.
  const [, waited] = await Promise.all([lockArrivals(tx, lines, 'freeing'), waitedFor(tx, lines)]);
  for (const line of waited) {
    await lockLine(tx, line);
    await offerSeats(tx, installation, line);
  }
}
