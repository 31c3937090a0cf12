import { audit, auditItem } from '@keyhold/server/audit';
import type { Transaction } from '@keyhold/server/database';
import { serviceAccountResource, serviceAccountTokenResource } from '@keyhold/server/resources';
import { hashOfToken, newTokenSecret, prefixOfToken } from '@keyhold/server/token-secret';
import { emailOf, type Plan } from './plan.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The tokens of the demo's service account, with random secrets: one in use, and one that has expired. */
const tokens = [
  { name: 'Warehouse', addresses: ['192.0.2.0/24', '2001:db8::/32'], made: -40, ends: 140, used: -3 * hour },
  { name: 'Old build server', addresses: [], made: -92, ends: -2, used: -2 * day - hour },
];

/** Inserts the service account of a nightly export with its tokens, and records them in its account's audit log. */
export async function insertServiceAccounts(tx: Transaction, plan: Plan, now: Date): Promise<void> {
  if (plan.company.name !== 'Acme Print') return;
  const { installation, accountId } = plan;
  const by = { installation, origin: { requestId: '', address: '', userAgent: '' } };
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const created = at(-92 * day);
  const row = await tx
    .insertInto('service-accounts')
    .values({
      'account-id': accountId,
      name: 'Nightly export',
      description: 'Copies users and licenses to the data warehouse every night.',
      'created-on': created,
      'updated-on': created,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const role = await tx
    .selectFrom('roles')
    .select('id')
    .where('account-id', '=', accountId)
    .where('name', '=', 'Administrator')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('service-account-roles')
    .values({ 'service-account-id': row.id, 'role-id': role.id, 'account-id': accountId })
    .execute();
  const item = serviceAccountResource(installation, { ...row, 'role-ids': [role.id] });
  await auditItem(tx, by, 'iam:CreateServiceAccount', null, item);
  const maker = plan.company.people.find((person) => person.shown === 'Administrator');
  const made = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', maker ? emailOf(plan, maker.mailbox) : '')
    .executeTakeFirst();
  for (const token of tokens) {
    const secret = newTokenSecret();
    const kept = await tx
      .insertInto('service-account-tokens')
      .values({
        'account-id': accountId,
        'service-account-id': row.id,
        name: token.name,
        prefix: prefixOfToken(secret),
        hash: hashOfToken(secret) as Buffer,
        addresses: token.addresses,
        'maker-id': made?.id ?? null,
        'created-on': at(token.made * day),
        'expires-on': at(token.ends * day),
        'last-used-on': at(token.used),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = serviceAccountTokenResource(kept);
    await audit(tx, by, { action: 'iam:CreateServiceAccountToken', resource: item.rn, after });
  }
}
