import type { calls } from '@keyhold/contract';
import { sql, type Updateable } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { reachableAccount } from '../../access/guards.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import type { LicensesTable } from '../../db/schema.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/etag.ts';
import { conflict, invalid } from '../../problem.ts';
import { licenseEnded } from '../leases/end-expired.ts';
import { type Ending, endLeases } from '../leases/end-leases.ts';
import { type LicenseRow, licenseResource } from './license-resource.ts';
import { findLicense, lockLicense } from './licenses.sql.ts';

export const updateLicenseStatus: Operation<typeof calls.updateLicenseStatus> = async (
  tx,
  actor,
  { params, body, ifMatch },
) => {
  const license = await lockLicense(tx, actor, params.id);
  requireFresh(ifMatch, licenseResource(actor.installation, license));
  if (body.status === 'Suspended') await end(tx, actor, license, suspended);
  return { item: await change(tx, actor, 'license:UpdateLicenseStatus', license, { status: body.status }) };
};

export const updateLicenseTerms: Operation<typeof calls.updateLicenseTerms> = async (
  tx,
  actor,
  { params, body, ifMatch },
) => {
  const license = await lockLicense(tx, actor, params.id);
  requireFresh(ifMatch, licenseResource(actor.installation, license));
  const maintenanceEnd = body['maintenance-end'];
  const start = license['maintenance-start'];
  if (maintenanceEnd && start && new Date(maintenanceEnd) < start) {
    throw invalid('maintenance-end', 'The maintenance cannot end before it starts.');
  }
  const item = await change(tx, actor, 'license:UpdateLicenseTerms', license, {
    ...(body.expiry && {
      'expiry-perpetual': body.expiry.perpetual,
      'expiry-date': expiryDate(license, body.expiry),
      'expiry-period': body.expiry.period,
    }),
    ...(maintenanceEnd !== undefined && { 'maintenance-end': maintenanceEnd }),
  });
  if (item.status === 'Expired') await end(tx, actor, license, licenseEnded);
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

export const moveLicense: Operation<typeof calls.moveLicense> = async (tx, actor, { params, body, ifMatch }) => {
  const account = await reachableAccount(tx, actor, body['account-id']);
  const license = await lockLicense(tx, actor, params.id);
  requireFresh(ifMatch, licenseResource(actor.installation, license));
  if (license['account-id'] === account) return { item: licenseResource(actor.installation, license) };
  if (license['lease-state'] !== 'free' && license.held) {
    throw conflict('in-use', 'Somebody uses this license. Release it, and move it once it is available.');
  }
  await end(tx, actor, license, moved);
  await tx
    .updateTable('addon-licenses')
    .set({ 'account-id': account, 'updated-on': sql`clock_timestamp()` })
    .where('license-id', '=', license.id)
    .execute();
  // Whom the old account let is nobody here: the new account's administrator chooses.
  return { item: await change(tx, actor, 'license:MoveLicense', license, { 'account-id': account, policies: '[]' }) };
};

const suspended: Ending = { reason: 'license-suspended', message: 'This license was suspended.' };
const moved: Ending = { reason: 'license-moved', message: 'This license was moved to another account.' };

async function end(tx: Transaction, actor: Actor, license: LicenseRow, ending: Ending): Promise<void> {
  await endLeases(tx, actor, [license.id], ending);
}

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
  await audit(tx, actor, {
    account: before['account-id'],
    action,
    resource: item.rn,
    before: licenseResource(actor.installation, before),
    after: item,
  });
  return item;
}
