import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { idInBody, unknownReference } from '../../access/guards.ts';
import { audit } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/etag.ts';
import { rnOf } from '../../installation.ts';
import { conflict, notFound } from '../../problem.ts';
import { announce } from '../../streams/announce.ts';
import { type LicenseRow, licenseResource } from './license-resource.ts';
import { findLicense, lockLicense } from './licenses.sql.ts';

export const addLicenseAddon: Operation<'addLicenseAddon'> = async (tx, actor, { params, body }) => {
  const license = await lockLicense(tx, actor, params.id);
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
    const addonLabel = addon.description || addon.name;
    const licenseLabel = license.description || license.id;
    throw conflict(
      'addon-assigned',
      `The addon ${addonLabel} is already assigned to the license ${licenseLabel}.`,
      'addon',
    );
  }
  if (addon['license-id']) {
    throw conflict('addon-elsewhere', 'This addon is assigned to another license. Unassign it there first.', 'addon');
  }
  await assign(tx, key, license.id);
  return { item: await record(tx, actor, 'license:AddLicenseAddon', license) };
};

export const removeLicenseAddon: Operation<'removeLicenseAddon'> = async (tx, actor, { params, ifMatch }) => {
  const license = await lockLicense(tx, actor, params.id);
  requireFresh(ifMatch, licenseResource(actor.installation, license));
  if (!license['addon-ids'].includes(params.addonId)) throw notFound();
  await assign(tx, params.addonId, null);
  await record(tx, actor, 'license:RemoveLicenseAddon', license);
  return {};
};

async function assign(tx: Transaction, key: string, license: string | null): Promise<void> {
  await tx
    .updateTable('addon-licenses')
    .set({ 'license-id': license, 'updated-on': sql`clock_timestamp()` })
    .where('id', '=', key)
    .execute();
}

/** Writes the change to the license's date and the audit log, and tells whoever holds the license. */
async function record(tx: Transaction, actor: Actor, action: string, license: LicenseRow) {
  await tx.updateTable('licenses').set({ 'updated-on': sql`clock_timestamp()` }).where('id', '=', license.id).execute();
  const before = licenseResource(actor.installation, license);
  const after = licenseResource(actor.installation, await findLicense(tx, actor, license.id));
  const account = license['account-id'];
  if (license.held && license['lease-id']) {
    const rn = rnOf(actor.installation, account, 'license', license.id);
    await announce(tx, { event: 'lease-entitlements', account, rn, lease: license['lease-id'] });
  }
  await audit(tx, actor, { account, action, resource: after.rn, before, after });
  return after;
}
