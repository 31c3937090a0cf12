import type { CloudUser } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Caller } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import { later, type Transaction } from '../../db/database.ts';
import { rnOf } from '../../installation.ts';
import { readCloudUser } from './cloud-user.ts';

/** A session that has begun, with all that its token is signed from. */
export interface StartedSession {
  readonly session: { readonly id: string; readonly createdOn: Date; readonly expiresOn: Date };
  readonly user: CloudUser;
}

/** Begins a session and notes the sign-in; the token is signed once this is committed. */
export async function startSession(
  tx: Transaction,
  caller: Caller,
  user: { readonly id: string; readonly accountId: string; readonly name: string; readonly email: string },
  hours: number,
): Promise<StartedSession> {
  const row = await tx
    .insertInto('sessions')
    .values({
      'user-id': user.id,
      'account-id': user.accountId,
      'expires-on': sql<Date>`now() + make_interval(hours => ${hours})`,
      address: caller.origin.address,
      'user-agent': caller.origin.userAgent,
    })
    .returning(['id', 'created-on', 'expires-on'])
    .executeTakeFirstOrThrow();
  later(tx, tx.updateTable('users').set({ 'last-login': sql`now()` }).where('id', '=', user.id));
  const rn = rnOf(caller.installation, user.accountId, 'user', user.id);
  await audit(
    tx,
    { ...caller, rn, name: user.name, email: user.email },
    { account: user.accountId, action: 'auth:Login', resource: rn },
  );
  return {
    session: { id: row.id, createdOn: row['created-on'], expiresOn: row['expires-on'] },
    user: await readCloudUser(tx, caller.installation, user.id),
  };
}
