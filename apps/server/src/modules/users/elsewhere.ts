import { sql } from 'kysely';
import { reachableAccount, requireProviderStaff } from '../../access/guards.ts';
import { anyOf } from '../../db/expressions.ts';
import { formsOfDomain } from '../../email-address.ts';
import type { Operation } from '../../http/bind.ts';
import { byRn } from '../../lists/by-rn.ts';
import { listPage } from '../../lists/page.ts';
import { accountResource, userResource } from '../../records/resources.ts';
import { selectUsers } from '../../records/users.sql.ts';

/** The people of other accounts whose e-mail is in a domain that an account has proven. */
export const listElsewhere: Operation<'listElsewhere'> = async (tx, actor, { params, query }) => {
  requireProviderStaff(actor);
  const account = await reachableAccount(tx, actor, params.id.toLowerCase());
  const proven = await tx
    .selectFrom('connection-domains')
    .select('name')
    .where('account-id', '=', account)
    .where('verified-on', 'is not', null)
    .execute();
  const domains = proven.flatMap(({ name }) => formsOfDomain(name));
  const people = selectUsers(tx)
    .innerJoin('accounts', 'accounts.id', 'users.account-id')
    .where('accounts.deleted-on', 'is', null)
    .where('users.account-id', '<>', account)
    .where('users.email-domain', '=', anyOf(domains, 'text'));
  const { rows, ...page } = await listPage(people, sorts, query, 'email');
  const accounts = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', anyOf([...new Set(rows.map((row) => row['account-id']))]))
    .execute();
  return {
    items: rows.map((row) => userResource(actor.installation, row)),
    resources: byRn(accounts.map((row) => accountResource(actor.installation, row))),
    ...page,
  };
};

const sorts = { email: [sql.ref('users.folded-email'), sql.ref('users.id')] };
