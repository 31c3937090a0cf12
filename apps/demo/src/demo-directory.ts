import { directoryAction } from '@keyhold/contract';
import { audit, auditItem } from '@keyhold/server/audit';
import type { Transaction } from '@keyhold/server/database';
import { rnOf } from '@keyhold/server/installation';
import { serviceAccountResource } from '@keyhold/server/resources';
import { hashOfToken, newTokenSecret, prefixOfToken } from '@keyhold/server/token-secret';
import { sql } from 'kysely';
import { fjordFilm } from './companies/fjord-film.ts';
import { providerPeople } from './identity-provider/people.ts';
import type { Plan } from './plan.ts';

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Inserts the directory of the company whose users sign in at the demo's identity provider: a service account that
 * manages all users except those of the sign-in page, and has one refused change.
 */
export async function insertDirectory(tx: Transaction, plan: Plan, now: Date): Promise<void> {
  if (plan.company.name !== fjordFilm.name) return;
  const { installation, accountId } = plan;
  const by = { installation, origin: { requestId: '', address: '', userAgent: '' } };
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const statement = { actions: [directoryAction], effect: 'Allow', principals: [], conditions: [], resources: [] };
  const row = await tx
    .insertInto('service-accounts')
    .values({
      'account-id': accountId,
      name: 'Personnel directory',
      description: 'Creates, changes and removes the people of Fjord Film.',
      policies: JSON.stringify([{ name: 'Directory', statements: [statement] }]),
      'created-on': at(-60 * day),
      'updated-on': at(-60 * day),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const item = serviceAccountResource(installation, { ...row, 'role-ids': [] });
  await auditItem(tx, by, 'iam:CreateServiceAccount', null, item);
  const secret = newTokenSecret();
  await tx
    .insertInto('service-account-tokens')
    .values({
      'account-id': accountId,
      'service-account-id': row.id,
      name: 'Synchronisation',
      prefix: prefixOfToken(secret),
      hash: hashOfToken(secret) as Buffer,
      addresses: [],
      'created-on': at(-60 * day),
      'expires-on': at(305 * day),
      'last-used-on': now,
    })
    .execute();
  const picked = providerPeople.flatMap(({ email }) => plan.userIds.get(email.split('@')[0] ?? '') ?? []);
  const managed = await tx
    .updateTable('users')
    .set({ 'directory-id': row.id, 'external-id': sql`'fjord-' || split_part(email, '@', 1)` })
    .where('account-id', '=', accountId)
    .where('id', 'not in', picked)
    .returning(['id', 'external-id'])
    .execute();
  const directory = { ...by, rn: item.rn, name: item.name, email: '' };
  for (const { id, 'external-id': externalId } of managed) {
    const resource = rnOf(installation, accountId, 'user', id);
    const after = { rn: resource, managed: true, 'external-id': externalId };
    await audit(tx, directory, { action: 'iam:UpdateUser', resource, before: { rn: resource }, after });
  }
  await tx
    .insertInto('directory-failures')
    .values({
      'account-id': accountId,
      'directory-id': row.id,
      on: at(-26 * hour),
      method: 'POST',
      target: '/Users',
      name: 'ada.byron@acme.example',
      status: 409,
      code: 'email-taken',
      message: 'This email already exists.',
    })
    .execute();
}
