import { type Selectable, sql } from 'kysely';
import type { Caller } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import { type Database, inTransaction, type Transaction } from '../../db/database.ts';
import type { LicensesTable } from '../../db/schema.ts';
import { rnOf } from '../../installation.ts';
import type { Services } from '../../services.ts';
import { freeSeat } from './end-leases.ts';

/** Rows of one transaction: the audit log's chain is held until it commits. */
const batch = 100;

/**
 * Writes down which leases have lapsed and which offline ones have ended, and tells open consoles. Whether a seat is
 * free it never decides: that is a matter of time alone. A lapsed lease stays in its row, for its own device to resume.
 */
export async function sweepLeases({ db, installation }: Pick<Services, 'db' | 'installation'>): Promise<void> {
  await forgetMessages(db);
  const by: Caller = { installation, origin: { requestId: '', address: '', userAgent: '' } };
  for (;;) {
    const swept = await inTransaction(db, 'every account', (tx) => sweepBatch(tx, by));
    if (swept < batch) return;
  }
}

/** A message that nobody has heard in a day was for a lease that is over. */
async function forgetMessages(db: Database): Promise<void> {
  await inTransaction(db, 'every account', (tx) =>
    tx.deleteFrom('lease-messages').where('created-on', '<', sql<Date>`now() - interval '1 day'`).execute(),
  );
}

async function sweepBatch(tx: Transaction, by: Caller): Promise<number> {
  const ended = await tx
    .selectFrom('licenses')
    .selectAll()
    .where('lease-state', 'in', ['active', 'offline'])
    .where('expires-at', '<=', sql<Date>`now()`)
    .where('freed-on', 'is', null)
    .orderBy('account-id')
    .orderBy('id')
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const license of ended) await markEnded(tx, license);
  for (const license of ended) await record(tx, by, license);
  return ended.length;
}

async function markEnded(tx: Transaction, license: Selectable<LicensesTable>): Promise<void> {
  const gone = { ...freeSeat, 'last-device-id': license['device-id'] };
  await tx
    .updateTable('licenses')
    .set({ ...(license['lease-state'] === 'offline' ? gone : {}), 'freed-on': license['expires-at'] })
    .where('id', '=', license.id)
    .execute();
}

async function record(tx: Transaction, by: Caller, license: Selectable<LicensesTable>): Promise<void> {
  const account = license['account-id'];
  await audit(tx, by, {
    account,
    action: license['lease-state'] === 'offline' ? 'license:EndOfflineLease' : 'license:LapseLease',
    resource: rnOf(by.installation, account, 'license', license.id),
    before: {
      user: license['holder-id'] && rnOf(by.installation, account, 'user', license['holder-id']),
      'device-name': license['device-name'],
      epoch: license.epoch,
    },
    after: { user: null, 'ended-on': license['expires-at']?.toISOString() },
  });
}
