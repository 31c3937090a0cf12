import { validate as isUuid } from 'uuid';
import type { Transaction } from '../../../db/database.ts';
import { catalogueRnOf, type Installation, rnOf } from '../../../installation.ts';
import { announceAll } from '../../../streams/announce.ts';

/** A waiter whose place has changed. */
interface Changed {
  readonly id: string;
  readonly 'account-id': string;
  readonly 'product-id': string;
  readonly classes: Readonly<Record<string, number>>;
}

/** Waiters that one announcement names: a notification has at most 8000 bytes. */
const chunk = 100;

/** Announces to the streams of waiters that places have changed, and to open consoles that more or fewer wait for a pool. */
export function announceWaiting(tx: Transaction, installation: Installation, changed: readonly Changed[]): void {
  const lines = Map.groupBy(changed, (one) => `${one['account-id']} ${one['product-id']}`);
  for (const waiters of lines.values()) {
    const [{ 'account-id': account, 'product-id': product }] = waiters as [Changed, ...Changed[]];
    const rn = catalogueRnOf(installation, 'product', product);
    const ids = waiters.map(({ id }) => id);
    for (let done = 0; done < ids.length; done += chunk) {
      announceAll(tx, [{ event: 'waiting', account, rn, waiters: ids.slice(done, done + chunk) }]);
    }
    const pools = new Set(waiters.flatMap(({ classes }) => Object.keys(classes)).filter((key) => isUuid(key)));
    announceAll(
      tx,
      [...pools].map((pool) => ({ event: 'changed', account, rn: rnOf(installation, account, 'pool', pool) })),
    );
  }
}
