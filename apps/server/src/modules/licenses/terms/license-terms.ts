import { type AuditAction, type License, parseRn } from '@keyhold/contract';
import type { UpdateObject } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import { auditItem } from '../../../audit/audit.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Operation } from '../../../http/bind.ts';
import { rnOf } from '../../../installation.ts';
import { changeLicense, findLicense, lockLicense } from '../../../records/licenses.sql.ts';
import { type LicenseRow, licenseResource } from '../../../records/resources.ts';
import { announce } from '../../../streams/announce.ts';
import { queueWebhooks } from '../../../webhook-delivery/webhook-events.ts';
import { checkPlacesAtEnd } from '../../leases/line/check-places.ts';
import { moveSeats } from '../../leases/move-seats.ts';
import { type Ending, licenseEnded } from '../../leases/seat/seat.ts';
import { changedTerms, type TermColumns } from './changed-terms.ts';

export const updateLicenseStatus: Operation<'updateLicenseStatus'> = async (tx, actor, { params, body, ifMatch }) => {
  const { license, before } = await lockLicense(tx, actor, params.id, ifMatch);
  const item = await change(tx, actor, 'license:UpdateLicenseStatus', before, license.id, { status: body.status });
  if (body.status !== 'Suspended') return { item };
  await moveSeats(tx, actor, 'release', [license.id], suspended);
  return { item: licenseResource(actor.installation, await findLicense(tx, actor, license.id)) };
};

export const updateLicenseTerms: Operation<'updateLicenseTerms'> = async (tx, actor, { params, body, ifMatch }) => {
  const { license, before } = await lockLicense(tx, actor, params.id, ifMatch);
  return { item: await changeTerms(tx, actor, license, before, changedTerms(license, body)) };
};

/** Changes the terms of a locked license. A seat whose license has ended by that is released. */
export async function changeTerms(
  tx: Transaction,
  actor: Actor,
  license: LicenseRow,
  before: License,
  changes: TermColumns,
): Promise<License> {
  const item = await change(tx, actor, 'license:UpdateLicenseTerms', before, license.id, changes);
  const { held, 'lease-id': lease, 'account-id': account } = license;
  if (item.status === 'Expired') await moveSeats(tx, actor, 'release', [license.id], licenseEnded);
  // Its holder learns of another end.
  else if (held && lease) await announce(tx, { event: 'lease-changed', account, rn: item.rn, lease });
  return item;
}

const suspended: Ending = { reason: 'license-suspended', message: 'This license was suspended.' };

/** Changes a license, writes the change to the audit log, and notifies webhooks of a changed status. */
async function change(
  tx: Transaction,
  actor: Actor,
  action: AuditAction,
  before: License,
  key: string,
  changes: UpdateObject<Schema, 'licenses'>,
) {
  const item = await changeLicense(tx, actor, key, changes);
  if (before.status !== item.status) {
    const account = parseRn(item.rn).accountId;
    const rns = { account: rnOf(actor.installation, account, 'account', account), license: item.rn };
    const data = { ...rns, before: before.status, after: item.status };
    queueWebhooks(tx, [{ account, type: 'license.status-changed', data }]);
  }
  await auditItem(tx, actor, action, before, item);
  const [account, product] = [parseRn(item.rn).accountId, parseRn(item.certificate.product).resourceId];
  checkPlacesAtEnd(tx, actor.installation, { account, product });
  return item;
}
