import type { AddonLicense, License } from '@keyhold/contract';
import { sql } from 'kysely';
import { type Actor, serverCaller } from '../../../access/actor.ts';
import { reachableAccount } from '../../../access/guards.ts';
import { audit } from '../../../audit/audit.ts';
import type { Transaction } from '../../../db/database.ts';
import { lockAccount } from '../../../db/locks.ts';
import type { Operation } from '../../../http/bind.ts';
import { rnOf } from '../../../installation.ts';
import { conflict } from '../../../problem.ts';
import { changeLicense, lockLicense } from '../../../records/licenses.sql.ts';
import { addonLicenseResource } from '../../../records/resources.ts';
import { taken } from '../../../records/seat-conditions.ts';
import { checkPlacesAtEnd } from '../../leases/line/check-places.ts';
import { moveSeats } from '../../leases/move-seats.ts';

export const moveLicense: Operation<'moveLicense'> = async (tx, actor, { params, body, ifMatch }) => {
  const account = await reachableAccount(tx, actor, body['account-id']);
  await lockAccount(tx, account);
  const { license, before } = await lockLicense(tx, actor, params.id, ifMatch);
  if (license['account-id'] === account) return { item: before };
  if (await isTaken(tx, license.id)) {
    const message = license.held
      ? 'Somebody uses this license. Release it, and move it once it is available.'
      : 'The last user of this license is being logged off. Move it once they are, or release it now.';
    throw conflict('in-use', message);
  }
  // An expired lease must not move along, even if the sweep has not recorded its end yet.
  checkPlacesAtEnd(tx, actor.installation, { account: license['account-id'], product: license['product-id'] });
  await moveSeats(tx, serverCaller(actor.installation), 'time out', [license.id]);
  await moveSeats(tx, actor, 'release', [license.id], { reason: 'license-moved', message: 'This license was moved.' });
  const addonsBefore = await addonLicenses(tx, actor, license.id);
  await tx
    .updateTable('addon-licenses')
    .set({ 'account-id': account, 'updated-on': sql`clock_timestamp()` })
    .where('license-id', '=', license.id)
    .execute();
  // The new account's administrator chooses its consumers, and its webhooks are notified of the term's end.
  const moved = { 'account-id': account, policies: '[]', 'pool-id': null, 'expiry-told': null, 'end-warned-for': null };
  const item = await changeLicense(tx, actor, license.id, moved);
  const addons = await addonLicenses(tx, actor, license.id);
  await auditMove(tx, actor, license['account-id'], account, [before, ...addonsBefore], [item, ...addons]);
  return { item };
};

async function isTaken(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx.selectFrom('licenses').select(taken.as('taken')).where('id', '=', id).executeTakeFirstOrThrow();
  return row.taken;
}

async function addonLicenses(tx: Transaction, actor: Actor, license: string): Promise<AddonLicense[]> {
  const rows = await tx
    .selectFrom('addon-licenses')
    .selectAll()
    .where('license-id', '=', license)
    .where('deleted-on', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => addonLicenseResource(actor.installation, row));
}

type Moved = License | AddonLicense;

/** Writes a move to the audit logs of both accounts. Neither shows the license's state in the other account. */
async function auditMove(
  tx: Transaction,
  actor: Actor,
  from: string,
  to: string,
  before: readonly Moved[],
  after: readonly Moved[],
): Promise<void> {
  const names = await tx.selectFrom('accounts').select(['id', 'name']).where('id', 'in', [from, to]).execute();
  const other = (id: string) => ({
    'other-account': {
      rn: rnOf(actor.installation, id, 'account', id),
      name: names.find((account) => account.id === id)?.name ?? '',
    },
  });
  const action = 'license:MoveLicense';
  const leave = async () => {
    for (const item of before) {
      const gone = { moved: 'to another account', ...other(to) };
      await audit(tx, actor, { action, resource: item.rn, before: item, after: gone });
    }
  };
  const arrive = async () => {
    for (const item of after) {
      const here = { ...item, moved: 'here', ...other(from) };
      await audit(tx, actor, { action, resource: item.rn, after: here });
    }
  };
  // Always locks both accounts' audit chains in the same order, so that opposite moves do not deadlock.
  for (const write of from < to ? [leave, arrive] : [arrive, leave]) await write();
}
