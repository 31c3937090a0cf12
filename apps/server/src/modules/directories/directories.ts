import { type Directory, directoryAction, directoryFailureLimit, directoryPath, permits } from '@keyhold/contract';
import { sql } from 'kysely';
import { accountOf } from '../../access/guards.ts';
import { policiesOf } from '../../access/rights.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { type Installation, rnOf } from '../../installation.ts';
import { byName } from '../../lists/page.ts';
import { type ServiceAccountRow, selectServiceAccounts } from '../../records/service-accounts.sql.ts';

export const listDirectories: Operation<'listDirectories'> = async (tx, actor, { query }) => {
  const account = await accountOf(tx, actor, query);
  const rows = await selectServiceAccounts(tx)
    .where('account-id', '=', account)
    .orderBy(byName('service-accounts.name'))
    .orderBy('id')
    .execute();
  const may = await Promise.all(rows.map(async (row) => permits(await policiesOf(tx, row), directoryAction)));
  const directories = rows.filter((_, index) => may[index]);
  return {
    'base-address': `${actor.installation.publicUrl}${directoryPath}`,
    items: await Promise.all(directories.map((row) => describe(tx, actor.installation, row))),
  };
};

async function describe(tx: Transaction, installation: Installation, row: ServiceAccountRow): Promise<Directory> {
  const rn = rnOf(installation, row['account-id'], 'service-account', row.id);
  const managed = (table: 'users' | 'tags') =>
    tx
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('directory-id', '=', row.id)
      .where(sql.ref('deleted-on'), 'is', null)
      .executeTakeFirstOrThrow();
  const [users, groups, used, changed, failures] = await Promise.all([
    managed('users'),
    managed('tags'),
    tx
      .selectFrom('service-account-tokens')
      .select(({ fn }) => fn.max('last-used-on').as('on'))
      .where('service-account-id', '=', row.id)
      .executeTakeFirst(),
    tx
      .selectFrom('audit')
      .select('on')
      .where('account-id', '=', row['account-id'])
      .where('actor-rn', '=', rn)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst(),
    tx
      .selectFrom('directory-failures')
      .select(['on', 'method', 'target', 'name', 'status', 'code', 'message'])
      .where('directory-id', '=', row.id)
      .orderBy('id', 'desc')
      .limit(directoryFailureLimit)
      .execute(),
  ]);
  return {
    rn,
    name: row.name,
    users: users.count,
    groups: groups.count,
    'last-used-on': used?.on?.toISOString() ?? null,
    'last-change-on': changed?.on.toISOString() ?? null,
    failures: failures.map((failure) => ({ ...failure, on: failure.on.toISOString() })),
  };
}
