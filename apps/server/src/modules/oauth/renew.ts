import type { CloudUser } from '@keyhold/contract';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Caller } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { ago, now } from '../../db/expressions.ts';
import { rnOf } from '../../installation.ts';
import type { Services } from '../../services.ts';
import { type CloudUserRow, cloudUserOf } from '../auth/start-session.ts';
import { endSessions } from '../leases/end-sessions.ts';
import { userColumns } from '../users/users.sql.ts';
import { requireClient } from './clients.ts';
import { invalidGrant } from './oauth-error.ts';
import { type Parameters, requireParameter } from './parameters.ts';
import { type RenewableSession, readRefreshToken, signPair, type TokenReply } from './tokens.ts';

/** For so long after a renewal its own refresh token gets the same reply again, which may have been lost. */
const repeatSeconds = 10;

/**
 * Renews a session: the same session, with the next pair of tokens. A refresh token is good once; one that comes again was
 * stolen, or its successor was, and the session ends (RFC 9700, section 4.14.2).
 */
export async function renewSession(services: Services, caller: Caller, parameters: Parameters): Promise<TokenReply> {
  const token = await readRefreshToken(services.keys, requireParameter(parameters, 'refresh_token'));
  const application = requireParameter(parameters, 'client_id');
  const renewed = await inTransaction(services.db, 'every account', async (tx) => {
    if (!token || !isUuid(token.session)) {
      await requireClient(tx, parameters);
      return null;
    }
    // One round trip.
    const [, session, user] = await Promise.all([
      requireClient(tx, parameters),
      renew(tx, application, token),
      readCloudUser(tx, caller, token.session),
    ]);
    const standing = session ?? (await repeatOrEnd(tx, caller, application, token));
    return standing && user ? { session: standing, user } : null;
  });
  if (!renewed) throw invalidGrant();
  return signPair(services.keys, renewed.session, renewed.user);
}

interface Token {
  readonly session: string;
  readonly renewals: number;
}

const sessionColumns = ['id', 'user-id', 'account-id', 'expires-on', 'renewals', 'renewed-on'] as const;

/** The next number, if the token carries the current one; two requests at once do not both get it. */
async function renew(tx: Transaction, client: string, { session, renewals }: Token): Promise<RenewableSession | null> {
  const row = await tx
    .updateTable('sessions')
    .set({ renewals: renewals + 1, 'renewed-on': now, 'last-used-on': now })
    .where('id', '=', session)
    .where('application-id', '=', client)
    .where('renewals', '=', renewals)
    .where('ended-on', 'is', null)
    .where('expires-on', '>', now)
    .returning(sessionColumns)
    .executeTakeFirst();
  return row ? renewedFrom(row) : null;
}

/** The reply before once more, or the end of the session, whose refresh token was used before. */
async function repeatOrEnd(
  tx: Transaction,
  caller: Caller,
  client: string,
  token: Token,
): Promise<RenewableSession | null> {
  const row = await tx
    .selectFrom('sessions')
    .select(sessionColumns)
    .select((eb) => eb('renewed-on', '>', ago({ secs: repeatSeconds })).as('recent'))
    .where('id', '=', token.session)
    .where('application-id', '=', client)
    .where('ended-on', 'is', null)
    .where('expires-on', '>', now)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return null;
  if (row.recent && row.renewals === token.renewals + 1) return renewedFrom(row);
  const user = rnOf(caller.installation, row['account-id'], 'user', row['user-id']);
  await endSessions(tx, caller, 'id', row.id);
  await audit(tx, caller, { action: 'auth:EndStolenSession', resource: user, after: { application: client } });
  return null;
}

function renewedFrom(row: {
  readonly id: string;
  readonly 'expires-on': Date;
  readonly renewals: number | null;
  readonly 'renewed-on': Date | null;
}): RenewableSession | null {
  const { renewals, 'renewed-on': renewedOn } = row;
  if (renewals === null || renewedOn === null) return null;
  return { id: row.id, expiresOn: row['expires-on'], renewals, renewedOn };
}

/** The user of a session as its tokens carry them; null when they may not be signed in. */
async function readCloudUser(tx: Transaction, { installation }: Caller, session: string): Promise<CloudUser | null> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account-id')
    .select(userColumns)
    .select([
      sql<string[]>`array(select "role-id"::text from "user-roles" where "user-id" = users.id order by 1)`.as(
        'role-ids',
      ),
      sql<string[]>`array(select tags.id::text from "user-tags" join tags on tags.id = "tag-id"
        where "user-id" = users.id and tags."deleted-on" is null order by 1)`.as('tag-ids'),
      sql<CloudUserRow['carried']>`(select coalesce(jsonb_agg(jsonb_build_object('id', roles.id, 'name', roles.name,
        'policies', roles.policies) order by roles.id), '[]')
        from "user-roles" join roles on roles.id = "role-id" where "user-id" = users.id)`.as('carried'),
    ])
    .where('users.id', '=', (eb) => eb.selectFrom('sessions').select('user-id').where('sessions.id', '=', session))
    .where('users.status', '=', 'Active')
    .where('users.deleted-on', 'is', null)
    .where('accounts.status', '<>', 'Inactive')
    .where('accounts.deleted-on', 'is', null)
    .executeTakeFirst();
  return row ? cloudUserOf(installation, row as CloudUserRow) : null;
}
