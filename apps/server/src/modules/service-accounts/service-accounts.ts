import { directoryAction, permits, resources, serviceAccountLimit, textsIn, textsWith } from '@keyhold/contract';
import { sql } from 'kysely';
import { accountOf, reachableAccount } from '../../access/guards.ts';
import { policiesOf } from '../../access/rights.ts';
import { auditItem } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import { now } from '../../db/expressions.ts';
import { lockAccount } from '../../db/locks.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/reply.ts';
import { listPage, textSorts } from '../../lists/page.ts';
import { containsText } from '../../lists/search.ts';
import { conflict } from '../../problem.ts';
import { serviceAccountResource } from '../../records/resources.ts';
import { findServiceAccount, lockServiceAccount, selectServiceAccounts } from '../../records/service-accounts.sql.ts';
import { signedOut } from '../leases/seat/seat.ts';
import { releaseLeasesOf } from '../sessions/end-sessions.ts';
import { withdrawUser } from '../users/user-consequences.ts';
import { removeDirectory } from './release-managed.ts';
import { checkRights, setRoles } from './service-account-rights.ts';

export const listServiceAccounts: Operation<'listServiceAccounts'> = async (tx, actor, { query }) => {
  const account = await accountOf(tx, actor, query);
  let found = selectServiceAccounts(tx).where('account-id', '=', account);
  if (query.search) found = found.where(containsText(query.search, textsWith(resources.serviceAccount, 'searched')));
  const { rows, ...page } = await listPage(found, sorts, query, 'name');
  return { items: rows.map((row) => serviceAccountResource(actor.installation, row)), ...page };
};

const id = sql.ref('service-accounts.id');
const sorts = {
  ...textSorts(resources.serviceAccount, 'service-accounts', id),
  'created-on': [sql.ref('service-accounts.created-on'), id],
  'updated-on': [sql.ref('service-accounts.updated-on'), id],
};

export const getServiceAccount: Operation<'getServiceAccount'> = async (tx, actor, { params }) => ({
  item: serviceAccountResource(actor.installation, await findServiceAccount(tx, actor, params.id)),
});

export const createServiceAccount: Operation<'createServiceAccount'> = async (tx, actor, { body }) => {
  const account = await reachableAccount(tx, actor, body['account-id']);
  const { policies, 'role-ids': roles } = await checkRights(tx, actor, account, body);
  await requireRoom(tx, account);
  const row = await tx
    .insertInto('service-accounts')
    .values({
      'account-id': account,
      ...textsIn(resources.serviceAccount, body),
      policies: JSON.stringify(policies),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await setRoles(tx, row, roles);
  const item = serviceAccountResource(actor.installation, { ...row, 'role-ids': roles });
  await auditItem(tx, actor, 'iam:CreateServiceAccount', null, item);
  return { item };
};

/** The lock of the account's row keeps two concurrent creations from exceeding the limit. */
async function requireRoom(tx: Transaction, account: string): Promise<void> {
  await lockAccount(tx, account, { alone: true });
  const { count } = await tx
    .selectFrom('service-accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account-id', '=', account)
    .where('deleted-on', 'is', null)
    .executeTakeFirstOrThrow();
  if (count < serviceAccountLimit) return;
  const message = `An account has at most ${serviceAccountLimit} service accounts. Delete one first.`;
  throw conflict('too-many-service-accounts', message);
}

export const updateServiceAccount: Operation<'updateServiceAccount'> = async (tx, actor, input) => {
  const { params, body, ifMatch } = input;
  const row = await lockServiceAccount(tx, actor, params.id);
  const before = serviceAccountResource(actor.installation, row);
  requireFresh(ifMatch, before);
  const { policies, 'role-ids': roles } = await checkRights(tx, actor, row['account-id'], body);
  const changes = { ...textsIn(resources.serviceAccount, body), policies: JSON.stringify(policies) };
  const after = await updateRow(tx, 'service-accounts', row.id, changes).returningAll().executeTakeFirstOrThrow();
  await setRoles(tx, row, roles);
  const item = serviceAccountResource(actor.installation, { ...after, 'role-ids': roles });
  await auditItem(tx, actor, 'iam:UpdateServiceAccount', before, item);
  // Its users and tags would stay locked.
  if (!permits(await policiesOf(tx, { policies, 'role-ids': roles }), directoryAction)) {
    await removeDirectory(tx, actor, row.id);
  }
  return { item };
};

/**
 * Also deletes its tokens, which releases its leases, and withdraws it from the policies that allow it. The users and tags
 * that it managed as a directory are released. Its row stays for a while, since usage names it.
 */
export const deleteServiceAccount: Operation<'deleteServiceAccount'> = async (tx, actor, { params, ifMatch }) => {
  const row = await lockServiceAccount(tx, actor, params.id);
  const before = serviceAccountResource(actor.installation, row);
  requireFresh(ifMatch, before);
  await auditItem(tx, actor, 'iam:DeleteServiceAccount', before, null);
  const tokens = await tx
    .deleteFrom('service-account-tokens')
    .where('service-account-id', '=', row.id)
    .returning('id')
    .execute();
  await tx.deleteFrom('service-account-roles').where('service-account-id', '=', row.id).execute();
  await updateRow(tx, 'service-accounts', row.id, { 'deleted-on': now }).execute();
  await removeDirectory(tx, actor, row.id);
  await releaseLeasesOf(
    tx,
    actor,
    tokens.map((token) => token.id),
    signedOut,
  );
  await withdrawUser(tx, actor, row, before.rn, signedOut);
  return {};
};
