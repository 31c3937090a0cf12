import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';
import { announce } from '../../streams/announce.ts';

/** Why a seat was taken back: a code for programs, a sentence for the person who is logged off. */
export interface Ending {
  readonly reason: string;
  readonly message: string;
}

/** What an ended lease leaves in its license's row. */
export const freeSeat = {
  'lease-state': 'free',
  'lease-id': null,
  'holder-id': null,
  'leased-on': null,
  'expires-at': null,
  'heartbeat-seq': null,
  'client-name': null,
  'client-version': null,
  'device-id': null,
  'device-ip': null,
  'device-locale': null,
  'device-name': null,
  'device-os': null,
  'device-user': null,
  'stream-id': null,
  'release-reason': null,
  'release-by': null,
  'release-message': null,
} as const;

/**
 * Takes the seats of some licenses back, in the transaction of the change that ends their holders' right. A living
 * holder is told at the commit, and the seat stays `releasing` until they answer or their last token dies; a lapsed one
 * is simply free. Licenses that nobody holds are left alone.
 */
export async function endLeases(
  tx: Transaction,
  by: Actor,
  licenseIds: readonly string[],
  ending: Ending,
): Promise<void> {
  if (licenseIds.length === 0) return;
  await tx
    .updateTable('licenses')
    .set({ ...freeSeat, 'last-device-id': sql`"device-id"`, 'freed-on': sql`"expires-at"` })
    .where('id', 'in', licenseIds)
    .where('lease-state', '=', 'active')
    .where('expires-at', '<=', sql<Date>`now()`)
    .execute();
  const released = await tx
    .updateTable('licenses')
    .set({
      'lease-state': 'releasing',
      'release-reason': ending.reason,
      'release-message': ending.message,
      'release-by': by.rn,
    })
    .where('id', 'in', licenseIds)
    .where('lease-state', '=', 'active')
    .returning(['id', 'account-id', 'lease-id', 'epoch', 'holder-id', 'device-name', 'client-name'])
    .execute();
  for (const row of released) {
    const account = row['account-id'];
    const license = rnOf(by.installation, account, 'license', row.id);
    const holder = row['holder-id'] && rnOf(by.installation, account, 'user', row['holder-id']);
    await announce(tx, {
      event: 'lease-released',
      account,
      rn: license,
      lease: row['lease-id'] ?? '',
      epoch: row.epoch,
      ...ending,
      by: by.rn,
    });
    await audit(tx, by, {
      account,
      action: 'license:ReleaseLicense',
      resource: license,
      before: { user: holder, 'device-name': row['device-name'], 'client-name': row['client-name'] },
      after: { user: null, reason: ending.reason },
    });
  }
}
