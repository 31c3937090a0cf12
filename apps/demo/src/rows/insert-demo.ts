import { createRoles } from '@keyhold/server/accounts';
import { audit } from '@keyhold/server/audit';
import type { Transaction } from '@keyhold/server/database';
import { rnOf } from '@keyhold/server/installation';
import { sql } from 'kysely';
import type { Catalogue } from '../catalogue.ts';
import { type Plan, required } from '../plan.ts';
import type { LicenseRows } from './license-rows.ts';
import { accountRow, tagRows, userRoleRows, userRows, userTagRows } from './people-rows.ts';

/** Inserts the products, each with an application that consumes its licenses, and the add-ons. */
export async function insertCatalogue(tx: Transaction, { products, addons }: Catalogue): Promise<void> {
  await tx.insertInto('products').values(Object.values(products)).execute();
  const applications = Object.values(products).map(({ id, name }) => ({ id, name, 'product-id': id }));
  await tx.insertInto('applications').values(applications).execute();
  await tx.insertInto('addons').values(Object.values(addons)).execute();
}

/** Inserts the companies' accounts with their roles, tags and users; one statement for each kind except roles. */
export async function insertCompanies(tx: Transaction, plans: readonly Plan[]): Promise<void> {
  const customers = plans.filter((plan) => plan.company.name !== null);
  await tx.insertInto('accounts').values(customers.map(accountRow)).execute();
  for (const { accountId } of customers) await createRoles(tx, accountId, { provider: false });
  await makeProviderOlder(tx, plans);
  await tx.insertInto('users').values(plans.flatMap(userRows)).execute();
  await tx.insertInto('tags').values(plans.flatMap(tagRows)).execute();
  await tx.insertInto('user-tags').values(plans.flatMap(userTagRows)).execute();
  await giveRoles(tx, plans);
  await setOwners(tx, plans);
}

/** Inserts the licenses and add-on licenses. */
export async function insertLicenses(tx: Transaction, rows: readonly LicenseRows[]): Promise<void> {
  const licenses = rows.flatMap((company) => company.licenses.map(({ row }) => row));
  await tx.insertInto('licenses').values(licenses).execute();
  await tx
    .insertInto('addon-licenses')
    .values(rows.flatMap((company) => company.addonLicenses))
    .execute();
}

/** Backdates the provider, which was created at this start: its customers are older. */
async function makeProviderOlder(tx: Transaction, plans: readonly Plan[]): Promise<void> {
  for (const { company, accountId, when } of plans.filter((plan) => plan.company.name === null)) {
    const created = when.ago(company.daysOld);
    await tx
      .updateTable('accounts')
      .set({ 'created-on': created, 'updated-on': created })
      .where('id', '=', accountId)
      .execute();
  }
  // Built-in roles are as old as their account.
  await sql`update roles set "created-on" = accounts."created-on", "updated-on" = accounts."created-on"
    from accounts where accounts.id = roles."account-id"`.execute(tx);
}

async function giveRoles(tx: Transaction, plans: readonly Plan[]): Promise<void> {
  const roles = await tx.selectFrom('roles').select(['id', 'name', 'account-id']).execute();
  const given = plans.flatMap((plan) => {
    const own = roles.filter((role) => role['account-id'] === plan.accountId);
    return userRoleRows(plan, new Map(own.map((role) => [role.name, role.id])));
  });
  await tx.insertInto('user-roles').values(given).execute();
}

async function setOwners(tx: Transaction, plans: readonly Plan[]): Promise<void> {
  const owners = plans.flatMap(({ company, userIds }) =>
    company.owner === null ? [] : [required(userIds, company.owner)],
  );
  await tx
    .updateTable('accounts')
    .from('users')
    .set((update) => ({ 'owner-id': update.ref('users.id') }))
    .whereRef('accounts.id', '=', 'users.account-id')
    .where('users.id', 'in', owners)
    .execute();
}

/** Records the creation of the customers' accounts in their audit logs, as if by an operator. */
export async function auditAccounts(tx: Transaction, plans: readonly Plan[]): Promise<void> {
  const origin = { requestId: '', address: '', userAgent: '' };
  for (const { company, name, accountId, installation } of plans) {
    if (company.name === null) continue;
    const { description, status } = company;
    await audit(
      tx,
      { installation, origin },
      {
        action: 'adm:CreateAccount',
        resource: rnOf(installation, accountId, 'account', accountId),
        after: { name, description, status },
      },
    );
  }
}
