import { type AuditAction, builtInRoles, resources } from '@keyhold/contract';
import { type RawBuilder, type Selectable, sql, type UpdateObject } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { accountFilter, idInBody, unknownReference, uuidOf } from '../../access/guards.ts';
import { requireAuthorityOver, requireAuthorityOverAccount } from '../../access/rights.ts';
import { auditItem } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import { anyOf, clock, now } from '../../db/expressions.ts';
import type { AccountsTable, Schema } from '../../db/schema.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/reply.ts';
import { byName, listPage, textSorts } from '../../lists/page.ts';
import { foundBySearch, foundInList, idAmong, patternOf } from '../../lists/search.ts';
import { conflict, notFound } from '../../problem.ts';
import { accountResource } from '../../records/resources.ts';
import { selectUsers } from '../../records/users.sql.ts';
import { endLeasesOfAccount } from '../leases/end/end-account-leases.ts';
import { checkPlacesAtEnd } from '../leases/line/check-places.ts';
import type { Ending } from '../leases/seat/seat.ts';
import { cascadeChunk } from './cascade-accounts.ts';

export type AccountRow = Selectable<AccountsTable>;

export const listAccounts: Operation<'listAccounts'> = async (tx, actor, { query }) => {
  let accounts = tx.selectFrom('accounts').selectAll().where('deleted-on', 'is', null);
  // A caller outside the provider account who may list accounts sees only their own.
  if (!actor.crossesAccounts) accounts = accounts.where('id', '=', actor.accountId);
  if (query.status) accounts = accounts.where('status', '=', query.status);
  const found = await foundBySearch(query, ['accounts.status'], (search) => foundAccounts(tx, actor, search));
  if (found) accounts = accounts.where(found);
  const { rows, ...page } = await listPage(accounts, accountSorts, query, 'name');
  return { items: rows.map((row) => accountResource(actor.installation, row)), ...page };
};

/** The search condition of accounts. For a caller who sees only their own account, the index is not needed. */
async function foundAccounts(tx: Transaction, actor: Actor, search: string): Promise<RawBuilder<boolean>> {
  const ids = actor.crossesAccounts ? await foundInList(tx, { kind: 'accounts', account: null }, search) : null;
  if (ids) return idAmong('accounts.id', ids, 'uuid');
  return sql<boolean>`accounts."search-text" like ${patternOf(search)}`;
}

export const getAccount: Operation<'getAccount'> = async (tx, actor, { params }) => ({
  item: accountResource(actor.installation, await findAccount(tx, actor, params.id)),
});

/** Gives a new account its built-in roles. */
export async function createRoles(
  tx: Transaction,
  account: string,
  kind: { readonly provider: boolean },
): Promise<void> {
  const roles = builtInRoles(kind).map((role) => ({
    'account-id': account,
    name: role.name,
    description: role.description,
    policies: JSON.stringify(role.policies),
  }));
  await tx.insertInto('roles').values(roles).execute();
}

export const updateAccount: Operation<'updateAccount'> = async (tx, actor, { params, body, ifMatch }) => {
  const before = await findAccount(tx, actor, params.id, { lock: true });
  requireFresh(ifMatch, accountResource(actor.installation, before));
  return { item: await changeAccount(tx, actor, 'adm:UpdateAccount', before, body) };
};

export const updateAccountOwner: Operation<'updateAccountOwner'> = async (tx, actor, { params, body, ifMatch }) => {
  // Lock order, the same in every change: the account before its user.
  const before = await findAccount(tx, actor, params.id, { lock: true });
  const ownerId = idInBody(actor, before.id, 'user', body.owner, 'owner');
  const owner = await tx
    .selectFrom('users')
    .select(['id', 'status'])
    .where('id', '=', ownerId)
    .where('account-id', '=', before.id)
    .where('deleted-on', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!owner) throw unknownReference('owner');
  requireFresh(ifMatch, accountResource(actor.installation, before));
  const bound = [owner.id, ...(before['owner-id'] === null ? [] : [before['owner-id']])];
  for (const user of await selectUsers(tx).where('users.id', '=', anyOf(bound)).execute()) {
    await requireAuthorityOver(tx, actor, user);
  }
  const begins = before.status === 'Pending' && owner.status === 'Active';
  const item = await changeAccount(tx, actor, 'adm:UpdateAccountOwner', before, {
    'owner-id': owner.id,
    ...(begins ? { status: 'Active' as const } : {}),
  });
  return { item };
};

export const updateAccountStatus: Operation<'updateAccountStatus'> = async (tx, actor, { params, body, ifMatch }) => {
  const before = await findAccount(tx, actor, params.id, { lock: true });
  requireFresh(ifMatch, accountResource(actor.installation, before));
  if (body.status === 'Inactive') {
    if (before.id === actor.installation.providerAccountId) {
      throw conflict('provider-account', 'This is the provider account. It cannot be deactivated.');
    }
    await requireAuthorityOverAccount(tx, actor, before.id);
    const item = await changeAccount(tx, actor, 'adm:UpdateAccountStatus', before, { status: body.status });
    await endAccount(tx, actor, before.id, { reason: 'account-inactive', message: 'Your account was deactivated.' });
    return { item };
  }
  return { item: await changeAccount(tx, actor, 'adm:UpdateAccountStatus', before, { status: body.status }) };
};

export const deleteAccount: Operation<'deleteAccount'> = async (tx, actor, { params, ifMatch }) => {
  const account = await findAccount(tx, actor, params.id, { lock: true });
  const before = accountResource(actor.installation, account);
  requireFresh(ifMatch, before);
  if (account.id === actor.installation.providerAccountId) {
    throw conflict('provider-account', 'This is the provider account. It cannot be deleted.');
  }
  await requireAuthorityOverAccount(tx, actor, account.id);
  await updateRow(tx, 'accounts', account.id, {
    'deleted-on': now,
    cascading: 'deletion',
    // Rows that are not restored yet keep the time of the earlier deletion.
    'cascaded-on': sql`case when cascading = 'restoration' then "cascaded-on" else now() end`,
  }).execute();
  await auditItem(tx, actor, 'adm:DeleteAccount', before, null);
  await endAccount(tx, actor, account.id, { reason: 'account-deleted', message: 'Your account was deleted.' });
  return {};
};

/** Ends the sessions, activation keys and leases of an account's users, and begins to delete what belongs to it. */
async function endAccount(tx: Transaction, actor: Actor, account: string, ending: Ending): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ 'sessions-ended-on': clock, 'keys-ended-on': clock })
    .where('id', '=', account)
    .execute();
  await cascadeChunk(tx, account);
  await endLeasesOfAccount(tx, actor, account, ending);
  checkPlacesAtEnd(tx, actor.installation, { account });
}

/** Finds an account within the actor's reach; `lock` locks the row for a change. */
export async function findAccount(
  tx: Transaction,
  actor: Actor,
  accountId: string,
  { lock = false, deletedToo = false } = {},
): Promise<AccountRow> {
  const { account } = accountFilter(actor);
  let query = tx.selectFrom('accounts').selectAll().where('id', '=', uuidOf(accountId));
  if (!deletedToo) query = query.where('deleted-on', 'is', null);
  if (account) query = query.where('id', '=', account);
  if (lock) query = query.forUpdate();
  const found = await query.executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

/** Changes an account and writes an audit entry; returns the changed account. */
export async function changeAccount(
  tx: Transaction,
  actor: Actor,
  action: AuditAction,
  before: AccountRow,
  changes: UpdateObject<Schema, 'accounts'>,
) {
  const row = await updateRow(tx, 'accounts', before.id, changes).returningAll().executeTakeFirstOrThrow();
  const after = accountResource(actor.installation, row);
  await auditItem(tx, actor, action, accountResource(actor.installation, before), after);
  return after;
}

const id = sql.ref('accounts.id');
const accountSorts = {
  ...textSorts(resources.account, 'accounts', id),
  status: [sql.ref('accounts.status'), byName('accounts.name'), id],
  'created-on': [sql.ref('accounts.created-on'), id],
  'updated-on': [sql.ref('accounts.updated-on'), id],
};
