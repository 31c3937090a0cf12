import { type Selectable, sql } from 'kysely';
import type { Caller } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import type { LicensesTable } from '../../db/schema.ts';
import { rnOf } from '../../installation.ts';
import { announce } from '../../streams/announce.ts';
import type { Ending } from './end-leases.ts';

/** What a holder is told whose license ends. */
export const licenseEnded: Ending = { reason: 'license-expired', message: 'This license has expired.' };

/**
 * Takes seats back whose license has ended, whatever is left of their time, and tells their holders. Nobody resumes them:
 * they are being released, and free as soon as their last token has died, which most often it has.
 */
export async function endExpired(
  tx: Transaction,
  by: Caller,
  licenses: readonly Selectable<LicensesTable>[],
): Promise<void> {
  if (licenses.length === 0) return;
  await tx
    .updateTable('licenses')
    .set({
      'lease-state': 'releasing',
      'release-reason': licenseEnded.reason,
      'release-message': licenseEnded.message,
      'release-by': null,
      'last-device-id': sql`"device-id"`,
      'freed-on': sql`"expires-at"`,
    })
    .where(
      'id',
      'in',
      licenses.map((license) => license.id),
    )
    .execute();
  for (const license of licenses) {
    const account = license['account-id'];
    const rn = rnOf(by.installation, account, 'license', license.id);
    const lease = license['lease-id'];
    if (lease) {
      const { epoch } = license;
      await announce(tx, { event: 'lease-released', account, rn, lease, epoch, ...licenseEnded, by: null });
    }
    await audit(tx, by, {
      account,
      action: 'license:ReleaseLicense',
      resource: rn,
      before: {
        user: license['holder-id'] && rnOf(by.installation, account, 'user', license['holder-id']),
        'device-name': license['device-name'],
        'client-name': license['client-name'],
      },
      after: { user: null, reason: licenseEnded.reason },
    });
  }
}
