import { type Selectable, sql } from 'kysely';
import type { Caller } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import type { LicensesTable } from '../../db/schema.ts';
import { rnOf } from '../../installation.ts';
import type { Services } from '../../services.ts';
import { announce } from '../../streams/announce.ts';
import { endExpired } from './end-expired.ts';
import { freeSeat } from './end-leases.ts';
import { expired } from './lease-row.ts';

/** Rows of one transaction: the audit log's chain is held until it commits. */
const batch = 100;

type Swept = Selectable<LicensesTable> & { readonly expired: boolean };

/**
 * Writes down which leases have ended by time, and tells their clients and open consoles: those that lapsed, those taken
 * along, and those whose license expired. Whether a seat is free it never decides: that is a matter of time alone. A
 * lapsed lease stays in its row, for its own device to resume.
 */
export async function sweepLeases({ db, installation }: Pick<Services, 'db' | 'installation'>): Promise<void> {
  const by: Caller = { installation, origin: { requestId: '', address: '', userAgent: '' } };
  for (;;) {
    const swept = await inTransaction(db, 'every account', (tx) => sweepBatch(tx, by));
    if (swept < batch) return;
  }
}

async function sweepBatch(tx: Transaction, by: Caller): Promise<number> {
  const ended: Swept[] = await tx
    .selectFrom('licenses')
    .selectAll()
    .select(expired.as('expired'))
    .where('lease-state', 'in', ['active', 'offline'])
    .where('freed-on', 'is', null)
    // A seat that was taken along cannot be recalled, not even by an end that was set afterwards.
    .where(sql<boolean>`("expires-at" <= now() or ("lease-state" = 'active' and ${expired}))`)
    .orderBy('account-id')
    .orderBy('id')
    .limit(batch)
    .forUpdate()
    .skipLocked()
    .execute();
  const isExpired = (license: Swept) => license.expired && license['lease-state'] === 'active';
  const lapsed = ended.filter((license) => !isExpired(license));
  for (const license of lapsed) await markEnded(tx, license);
  for (const license of lapsed) await record(tx, by, license);
  await endExpired(tx, by, ended.filter(isExpired));
  return ended.length;
}

async function markEnded(tx: Transaction, license: Swept): Promise<void> {
  const gone = { ...freeSeat, 'last-device-id': license['device-id'] };
  await tx
    .updateTable('licenses')
    .set({ ...(license['lease-state'] === 'offline' ? gone : {}), 'freed-on': license['expires-at'] })
    .where('id', '=', license.id)
    .execute();
}

async function record(tx: Transaction, by: Caller, license: Swept): Promise<void> {
  const account = license['account-id'];
  const rn = rnOf(by.installation, account, 'license', license.id);
  const lease = license['lease-id'];
  if (lease) await announce(tx, { event: 'lease-changed', account, rn, lease });
  await audit(tx, by, {
    account,
    action: license['lease-state'] === 'offline' ? 'license:EndOfflineLease' : 'license:LapseLease',
    resource: rn,
    before: {
      user: license['holder-id'] && rnOf(by.installation, account, 'user', license['holder-id']),
      'device-name': license['device-name'],
      epoch: license.epoch,
    },
    after: { user: null, 'ended-on': license['expires-at']?.toISOString() },
  });
}
