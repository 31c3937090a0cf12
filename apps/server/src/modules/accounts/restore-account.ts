import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { auditItem } from '../../audit/audit.ts';
import { type Transaction, updateRow } from '../../db/database.ts';
import { fold } from '../../db/expressions.ts';
import type { Operation } from '../../http/bind.ts';
import { usedIn } from '../../http/conflict-of.ts';
import { type Problem, ProblemError } from '../../problem.ts';
import { accountResource } from '../../records/resources.ts';
import { findAccount } from './accounts.ts';
import { cascadeChunk, rowsPerChunk } from './cascade-accounts.ts';

export const restoreAccount: Operation<'restoreAccount'> = async (tx, actor, { params, body = {} }) => {
  const account = await findAccount(tx, actor, params.id, { lock: true, deletedToo: true });
  if (!account['deleted-on']) return { item: accountResource(actor.installation, account) };
  const own = {
    name: body.name ?? account.name,
    'customer-number': body['customer-number'] ?? account['customer-number'],
  };
  const excepts = body['except-conflicts'] === true;
  const [taken, people] = await Promise.all([ownConflicts(tx, own), excepts ? [] : takenEmails(tx, actor, account.id)]);
  const [first, ...others] = [...taken, ...people];
  if (first) throw new ProblemError(409, [first, ...others]);
  const row = await updateRow(tx, 'accounts', account.id, {
    ...own,
    'deleted-on': null,
    cascading: 'restoration',
    // An earlier version deleted all rows at the time of their account.
    'cascaded-on': sql`coalesce("cascaded-on", "deleted-on")`,
  })
    .returningAll()
    .executeTakeFirstOrThrow();
  await cascadeChunk(tx, account.id, rowsPerChunk, { first: !excepts });
  const item = accountResource(actor.installation, row);
  await auditItem(tx, actor, 'adm:RestoreAccount', null, item);
  return { item };
};

/** The name and the customer number of a deleted account that another one has meanwhile. */
async function ownConflicts(
  tx: Transaction,
  account: { readonly name: string; readonly 'customer-number': string },
): Promise<Problem[]> {
  const { rows } = await sql<{ name: boolean; number: boolean }>`select
    exists (select from accounts where "deleted-on" is null and fold(name) = ${fold(account.name)}) as name,
    exists (select from accounts where "deleted-on" is null and "customer-number" <> ''
      and fold("customer-number") = ${fold(account['customer-number'])}) as number`.execute(tx);
  const [taken] = rows;
  const problems: Problem[] = [];
  if (taken?.name) {
    problems.push({ code: 'account-name-taken', path: 'name', message: 'This account name already exists.' });
  }
  if (taken?.number) {
    const message = 'Another account has this customer number.';
    problems.push({ code: 'taken', path: 'customer-number', message });
  }
  return problems;
}

/**
 * The people of a deleted account whose e-mail was taken meanwhile. Those of a large account are not looked at: they stay
 * deleted when it is restored in chunks.
 */
async function takenEmails(tx: Transaction, actor: Actor, account: string): Promise<Problem[]> {
  const { rows } = await sql<{ email: string; id: string; name: string; account: string }>`
    with people as materialized (
      select email, "folded-email" from users where "account-id" = ${account}
        and "deleted-on" = (select coalesce("cascaded-on", "deleted-on") from accounts where id = ${account})
      limit ${rowsPerChunk + 1})
    select people.email, accounts.id as account, accounts.name
    from people join users as other on other."folded-email" = people."folded-email" and other."deleted-on" is null
    join accounts on accounts.id = other."account-id"
    where (select count(*) from people) <= ${rowsPerChunk} order by people."folded-email"`.execute(tx);
  return rows.map(({ email, account: id, name }): Problem => {
    const taken = { code: 'email-taken', path: 'email', message: 'This email already exists.' } as const;
    const problem = actor.crossesAccounts ? usedIn(taken, actor, { id, name }) : taken;
    return { ...problem, message: `${problem.message} The email is ${email}.` };
  });
}
