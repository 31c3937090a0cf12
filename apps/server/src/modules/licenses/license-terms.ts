import { sql, type Updateable } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import type { LicensesTable } from '../../db/schema.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/etag.ts';
import { rnOf } from '../../installation.ts';
import { invalid } from '../../problem.ts';
import { queueWebhooks } from '../../webhooks/webhook-events.ts';
import { moveSeats } from '../leases/move-seats.ts';
import { type Ending, licenseEnded } from '../leases/seat.ts';
import { type LicenseRow, licenseResource } from './license-resource.ts';
import { findLicense, lockLicense } from './licenses.sql.ts';

export const updateLicenseStatus: Operation<'updateLicenseStatus'> = async (tx, actor, { params, body, ifMatch }) => {
  const license = await lockLicense(tx, actor, params.id);
  requireFresh(ifMatch, licenseResource(actor.installation, license));
  if (body.status === 'Suspended') await moveSeats(tx, actor, 'release', [license.id], suspended);
  return { item: await change(tx, actor, 'license:UpdateLicenseStatus', license, { status: body.status }) };
};

export const updateLicenseTerms: Operation<'updateLicenseTerms'> = async (tx, actor, { params, body, ifMatch }) => {
  const license = await lockLicense(tx, actor, params.id);
  requireFresh(ifMatch, licenseResource(actor.installation, license));
  const maintenanceEnd = body['maintenance-end'];
  const start = license['maintenance-start'];
  if (maintenanceEnd && start && new Date(maintenanceEnd) < start) {
    throw invalid('maintenance-end', 'The maintenance cannot end before it starts.');
  }
  const item = await change(tx, actor, 'license:UpdateLicenseTerms', license, {
    'expiry-perpetual': body.expiry.perpetual,
    'expiry-date': expiryDate(license, body.expiry),
    'expiry-period': body.expiry.period,
    'maintenance-end': maintenanceEnd,
  });
  if (item.status === 'Expired') await moveSeats(tx, actor, 'release', [license.id], licenseEnded);
  return { item };
};

/** A period counts from the first activation: for a license that was activated already it means a date. */
function expiryDate(
  license: LicenseRow,
  expiry: { readonly perpetual: boolean; readonly date: string | null; readonly period: number | null },
): string | null {
  const activation = license['activation-date'];
  if (expiry.date !== null || expiry.perpetual || expiry.period === null || !activation) return expiry.date;
  return new Date(activation.getTime() + expiry.period * 86_400_000).toISOString();
}

const suspended: Ending = { reason: 'license-suspended', message: 'This license was suspended.' };

async function change(
  tx: Transaction,
  actor: Actor,
  action: string,
  before: LicenseRow,
  changes: Updateable<LicensesTable>,
) {
  await tx
    .updateTable('licenses')
    .set({ ...changes, 'updated-on': sql`clock_timestamp()` })
    .where('id', '=', before.id)
    .execute();
  const item = licenseResource(actor.installation, await findLicense(tx, actor, before.id));
  const was = licenseResource(actor.installation, before);
  const account = before['account-id'];
  if (was.status !== item.status) {
    const rns = { account: rnOf(actor.installation, account, 'account', account), license: item.rn };
    const data = { ...rns, before: was.status, after: item.status };
    queueWebhooks(tx, [{ account, type: 'license.status-changed', data }]);
  }
  await audit(tx, actor, { account, action, resource: item.rn, before: was, after: item });
  return item;
}
