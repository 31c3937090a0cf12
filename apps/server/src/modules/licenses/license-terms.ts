import { type AuditAction, type License, parseRn } from '@keyhold/contract';
import type { UpdateObject } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { auditItem } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import type { Schema } from '../../db/schema.ts';
import type { Operation } from '../../http/bind.ts';
import { rnOf } from '../../installation.ts';
import { invalid } from '../../problem.ts';
import { queueWebhooks } from '../../webhook-delivery/webhook-events.ts';
import { moveSeats } from '../leases/seat/move-seats.ts';
import { type Ending, licenseEnded } from '../leases/seat/seat.ts';
import { type LicenseRow, licenseResource } from '../resources.ts';
import { changeLicense, findLicense, lockLicense } from './licenses.sql.ts';

export const updateLicenseStatus: Operation<'updateLicenseStatus'> = async (tx, actor, { params, body, ifMatch }) => {
  const { license, before } = await lockLicense(tx, actor, params.id, ifMatch);
  const item = await change(tx, actor, 'license:UpdateLicenseStatus', before, license.id, { status: body.status });
  if (body.status !== 'Suspended') return { item };
  await moveSeats(tx, actor, 'release', [license.id], suspended);
  return { item: licenseResource(actor.installation, await findLicense(tx, actor, license.id)) };
};

export const updateLicenseTerms: Operation<'updateLicenseTerms'> = async (tx, actor, { params, body, ifMatch }) => {
  const { license, before } = await lockLicense(tx, actor, params.id, ifMatch);
  const maintenanceEnd = body['maintenance-end'];
  const start = license['maintenance-start'];
  if (maintenanceEnd && start && new Date(maintenanceEnd) < start) {
    throw invalid('maintenance-end', 'The maintenance cannot end before it starts.');
  }
  const item = await change(tx, actor, 'license:UpdateLicenseTerms', before, license.id, {
    'expiry-perpetual': body.expiry.perpetual,
    'expiry-date': expiryDate(license, body.expiry),
    'expiry-period': body.expiry.period,
    'maintenance-end': maintenanceEnd,
  });
  if (item.status === 'Expired') await moveSeats(tx, actor, 'release', [license.id], licenseEnded);
  return { item };
};

/** A period counts from the first activation: for an activated license it is converted to a date. */
function expiryDate(
  license: LicenseRow,
  expiry: { readonly perpetual: boolean; readonly date: string | null; readonly period: number | null },
): string | null {
  const activation = license['activation-date'];
  if (expiry.date !== null || expiry.perpetual || expiry.period === null || !activation) return expiry.date;
  return new Date(activation.getTime() + expiry.period * 86_400_000).toISOString();
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
  return item;
}
