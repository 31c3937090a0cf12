import { sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import { accountFilter, keyOf } from '../../../access/guards.ts';
import { auditItem } from '../../../audit/audit.ts';
import { type Transaction, updateRow } from '../../../db/database.ts';
import { clock } from '../../../db/expressions.ts';
import { lockAccount } from '../../../db/locks.ts';
import type { Operation } from '../../../http/bind.ts';
import { requireFresh } from '../../../http/reply.ts';
import { notFound } from '../../../problem.ts';
import { findLicense, lockLicense } from '../../../records/licenses.sql.ts';
import { addonLicenseResource, licenseResource } from '../../../records/resources.ts';
import { checkPlacesAtEnd } from '../../leases/line/check-places.ts';
import { moveSeats } from '../../leases/move-seats.ts';
import type { Ending } from '../../leases/seat/seat.ts';
import { unassignAddons } from '../addons/license-addons.ts';

const voided: Ending = { reason: 'license-voided', message: 'This license was withdrawn.' };

/** Voids a license: its holder is logged off, an offline use ends, and its add-ons are unassigned. */
export const voidLicense: Operation<'voidLicense'> = async (tx, actor, { params, ifMatch }) => {
  const { license, before } = await lockLicense(tx, actor, params.id, ifMatch);
  // The cause precedes what follows from it.
  await auditItem(tx, actor, 'license:VoidLicense', before, null);
  checkPlacesAtEnd(tx, actor.installation, { account: license['account-id'], product: license['product-id'] });
  await moveSeats(tx, actor, 'release', [license.id], voided);
  if (license['lease-state'] === 'offline') await moveSeats(tx, actor, 'free now', [license.id], voided);
  await unassignAddons(tx, actor, license.id);
  await updateRow(tx, 'licenses', license.id, { 'deleted-on': clock }).execute();
  return {};
};

export const restoreLicense: Operation<'restoreLicense'> = async (tx, actor, { params }) => {
  const { account, deleted, id } = await lockVoided(tx, actor, 'licenses', params.id);
  // A license of a deleted account is restored only with its account.
  await lockAccount(tx, account);
  if (deleted) await updateRow(tx, 'licenses', id, { 'deleted-on': null }).execute();
  const item = licenseResource(actor.installation, await findLicense(tx, actor, id));
  if (deleted) await auditItem(tx, actor, 'license:RestoreLicense', null, item);
  return { item };
};

export const voidAddonLicense: Operation<'voidAddonLicense'> = async (tx, actor, { params, ifMatch }) => {
  const { deleted, id } = await lockVoided(tx, actor, 'addon-licenses', params.id);
  if (deleted) throw notFound();
  const row = await tx.selectFrom('addon-licenses').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const before = addonLicenseResource(actor.installation, row);
  requireFresh(ifMatch, before);
  await auditItem(tx, actor, 'license:VoidLicense', before, null);
  if (row['license-id'] !== null) await unassignAddons(tx, actor, row['license-id'], id);
  await updateRow(tx, 'addon-licenses', id, { 'deleted-on': clock }).execute();
  return {};
};

export const restoreAddonLicense: Operation<'restoreAddonLicense'> = async (tx, actor, { params }) => {
  const { account, deleted, id } = await lockVoided(tx, actor, 'addon-licenses', params.id);
  await lockAccount(tx, account);
  const row = await updateRow(tx, 'addon-licenses', id, deleted ? { 'deleted-on': null } : {})
    .returningAll()
    .executeTakeFirstOrThrow();
  const item = addonLicenseResource(actor.installation, row);
  if (deleted) await auditItem(tx, actor, 'license:RestoreLicense', null, item);
  return { item };
};

/** Locks a license or an add-on license within the actor's reach, after its account and its license. */
async function lockVoided(
  tx: Transaction,
  actor: Actor,
  table: 'licenses' | 'addon-licenses',
  key: string,
): Promise<{ readonly id: string; readonly account: string; readonly deleted: boolean }> {
  const { account } = accountFilter(actor);
  const id = keyOf(key);
  const within = account ? sql`and "account-id" = ${account}` : sql``;
  await sql`select from accounts where id = (select "account-id" from ${sql.table(table)} where id = ${id}) for key share`.execute(
    tx,
  );
  if (table === 'addon-licenses') {
    await sql`select from licenses where id = (select "license-id" from "addon-licenses" where id = ${id}) for update`.execute(
      tx,
    );
  }
  const { rows } = await sql<{ account: string; deleted: boolean }>`
    select "account-id" as account, "deleted-on" is not null as deleted from ${sql.table(table)}
    where id = ${id} ${within}
      and exists (select from accounts where accounts.id = "account-id" and accounts."deleted-on" is null)
    for update of ${sql.table(table)}`.execute(tx);
  const [row] = rows;
  if (!row) throw notFound();
  return { id, ...row };
}
