import type { AuditAction, License } from '@keyhold/contract';
import type { Actor } from '../../../access/actor.ts';
import { idInBody, unknownReference } from '../../../access/guards.ts';
import { auditItem } from '../../../audit/audit.ts';
import { type Transaction, updateRow } from '../../../db/database.ts';
import type { Operation } from '../../../http/bind.ts';
import { conflict, notFound } from '../../../problem.ts';
import { changeLicense, findLicense, lockLicense } from '../../../records/licenses.sql.ts';
import { addonLicenseResource, type LicenseRow } from '../../../records/resources.ts';
import { announce } from '../../../streams/announce.ts';

export const addLicenseAddon: Operation<'addLicenseAddon'> = async (tx, actor, { params, body }) => {
  const { license, before } = await lockLicense(tx, actor, params.id);
  const account = license['account-id'];
  const key = idInBody(actor, account, 'addon-license', body.addon, 'addon');
  const addon = await tx
    .selectFrom('addon-licenses')
    .innerJoin('addons', 'addons.id', 'addon-licenses.addon-id')
    .select([
      'addon-licenses.id',
      'addon-licenses.addon-id',
      'addon-licenses.license-id',
      'addons.name',
      'addons.description',
    ])
    .where('addon-licenses.id', '=', key)
    .where('addon-licenses.account-id', '=', account)
    .where('addon-licenses.deleted-on', 'is', null)
    .forUpdate('addon-licenses')
    .executeTakeFirst();
  if (!addon) throw unknownReference('addon');
  const same = await tx
    .selectFrom('addon-licenses')
    .select('id')
    .where('license-id', '=', license.id)
    .where('addon-id', '=', addon['addon-id'])
    .where('deleted-on', 'is', null)
    .executeTakeFirst();
  if (same) {
    const labels = [addon.description || addon.name, license.description || license.id] as const;
    const message = `The addon ${labels[0]} is already assigned to the license ${labels[1]}.`;
    throw conflict('addon-assigned', message, 'addon');
  }
  if (addon['license-id']) {
    throw conflict('addon-elsewhere', 'This addon is assigned to another license. Unassign it there first.', 'addon');
  }
  const addonAudit = await moveAddon(tx, actor, 'license:AddLicenseAddon', key, license.id);
  const item = await record(tx, actor, 'license:AddLicenseAddon', license, before);
  await addonAudit();
  return { item };
};

export const removeLicenseAddon: Operation<'removeLicenseAddon'> = async (tx, actor, { params, ifMatch }) => {
  const { license, before } = await lockLicense(tx, actor, params.id, ifMatch);
  if (!license['addon-ids'].includes(params.addonId)) throw notFound();
  const addonAudit = await moveAddon(tx, actor, 'license:RemoveLicenseAddon', params.addonId, null);
  await record(tx, actor, 'license:RemoveLicenseAddon', license, before);
  await addonAudit();
  return {};
};

/**
 * Unassigns the add-ons of a license that is locked, or one of them, as their own change.
 *
 * @param only the key of the only add-on license to unassign
 */
export async function unassignAddons(tx: Transaction, actor: Actor, id: string, only?: string): Promise<void> {
  const { 'addon-ids': keys } = await findLicense(tx, actor, id);
  for (const addonId of only === undefined ? keys : keys.filter((key) => key === only)) {
    await removeLicenseAddon(tx, actor, { params: { id, addonId }, body: undefined, query: {}, ifMatch: undefined });
  }
}

/** Assigns an add-on license to a license, or to none; returns a function that writes its own audit entry. */
async function moveAddon(tx: Transaction, actor: Actor, action: AuditAction, key: string, license: string | null) {
  const { 'license-id': previous } = await tx
    .selectFrom('addon-licenses')
    .select('license-id')
    .where('id', '=', key)
    .executeTakeFirstOrThrow();
  const row = await updateRow(tx, 'addon-licenses', key, { 'license-id': license })
    .returningAll()
    .executeTakeFirstOrThrow();
  const assignedTo = (assigned: string | null) =>
    addonLicenseResource(actor.installation, { ...row, 'license-id': assigned });
  return () => auditItem(tx, actor, action, assignedTo(previous), assignedTo(license));
}

/** Updates the license's date, writes the change to the audit log, and notifies the license's holder. */
async function record(tx: Transaction, actor: Actor, action: AuditAction, license: LicenseRow, before: License) {
  const after = await changeLicense(tx, actor, license.id);
  const { held, 'lease-id': lease, 'account-id': account } = license;
  if (held && lease) await announce(tx, { event: 'lease-entitlements', account, rn: after.rn, lease });
  await auditItem(tx, actor, action, before, after);
  return after;
}
