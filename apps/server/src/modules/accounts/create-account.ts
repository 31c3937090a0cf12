import { type Account, resourceIdOf } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import { requirePermission } from '../../access/guards.ts';
import { auditItem } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import type { Input } from '../../http/input.ts';
import { rnOf } from '../../installation.ts';
import { accountResource } from '../../records/resources.ts';
import { findUser } from '../../records/users.sql.ts';
import { inviteUser } from '../auth/links/activation-link.ts';
import { addUserRole } from '../users/user-roles-and-tags.ts';
import { insertUser } from '../users/users.ts';
import { type AccountRow, changeAccount, createRoles } from './accounts.ts';

export const createAccount: Operation<'createAccount'> = async (tx, actor, { body: { owner, ...fields } }) => {
  const row = await tx.insertInto('accounts').values(fields).returningAll().executeTakeFirstOrThrow();
  await createRoles(tx, row.id, { provider: false });
  const item = accountResource(actor.installation, row);
  await auditItem(tx, actor, 'adm:CreateAccount', null, item);
  return { item: owner ? await createOwner(tx, actor, row, owner) : item };
};

/** Creates the owner of a new account, who is an Administrator, and invites them. */
async function createOwner(
  tx: Transaction,
  actor: Actor,
  account: AccountRow,
  owner: NonNullable<Input<'createAccount'>['body']['owner']>,
): Promise<Account> {
  for (const right of ['iam:CreateUser', 'iam:AddUserRole', 'iam:SendActivationLink']) requirePermission(actor, right);
  const user = await insertUser(tx, actor, { ...owner, title: '', 'account-id': account.id });
  const id = resourceIdOf(user.rn);
  const role = await tx
    .selectFrom('roles')
    .select('id')
    .where('account-id', '=', account.id)
    .where('name', '=', 'Administrator')
    .executeTakeFirstOrThrow();
  const body = { role: rnOf(actor.installation, account.id, 'role', role.id) };
  await addUserRole(tx, actor, { params: { id }, body, query: {}, ifMatch: undefined });
  await inviteUser(tx, actor, await findUser(tx, actor, id), invitationDays);
  return changeAccount(tx, actor, 'adm:UpdateAccountOwner', account, { 'owner-id': id });
}

/** Days for which the link is valid that the owner of a new account gets. */
const invitationDays = 90;
