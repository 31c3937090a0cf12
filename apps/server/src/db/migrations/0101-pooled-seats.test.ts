import { builtInRoles, type Policy } from '@keyhold/contract';
import { expect, it } from 'vitest';
import { olderDatabase } from '../../../test/database/older-database.ts';

const actionsOf = (policies: readonly Policy[] | undefined) => policies?.[0]?.statements[0]?.actions.toSorted();

it('lets the roles that may set the policies of licenses manage pools, and no others', async () => {
  const { query, migrate } = await olderDatabase('0100');
  const [account] = await query("insert into accounts (name, status) values ('Old', 'Active') returning id");
  const now = builtInRoles({ provider: false })[0]?.policies;
  const before = JSON.parse(JSON.stringify(now).replaceAll(/,"license:[A-Za-z]*Pools?[A-Za-z]*"/g, '')) as Policy[];
  const reading = before.map((policy) => ({
    ...policy,
    statements: policy.statements.map((one) => ({ ...one, actions: ['license:ListLicenses'] })),
  }));
  for (const [name, policies] of Object.entries({ Old: before, Reader: reading })) {
    const insert = `insert into roles ("account-id", name, description, policies) values ($1, $2, '', $3)`;
    await query(insert, [account?.['id'], name, JSON.stringify(policies)]);
  }
  await migrate();
  const rows = await query('select name, policies from roles where "account-id" = $1 order by name', [account?.['id']]);
  expect(rows.map(({ name }) => name)).toEqual(['Old', 'Reader']);
  expect(actionsOf(rows[0]?.['policies'] as Policy[])).toEqual(actionsOf(now));
  expect(rows[1]?.['policies']).toEqual(reading);
});
