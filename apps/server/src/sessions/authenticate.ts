import { type Policy, parseRn } from '@keyhold/contract';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { type Actor, type Caller, crossesAccounts } from '../access/actor.ts';
import { anyOf, foundById } from '../db/built-once.ts';
import { type Database, inTransaction, reading } from '../db/database.ts';
import { type Installation, rnOf } from '../installation.ts';
import { unauthenticated } from '../problem.ts';
import type { SigningKeys } from './signing-keys.ts';
import { type TokenSubject, verifyToken } from './tokens.ts';

/** `last-used-on` of a session is this exact, in seconds: a busy session does not write with each of its calls. */
const lastUsedPrecision = 60;
/** Sessions that a node remembers; of more than these, those used last. */
const mostRemembered = 10_000;

/** Finds out who makes a request. */
export interface Authenticator {
  /**
   * By the token's session, user, account and permissions as the database has them now.
   *
   * @throws {ProblemError} 401 when there is no token, or its session, user or account is no longer good.
   */
  authenticate(caller: Caller, authorization: string | undefined): Promise<Actor>;
  /**
   * As the last request of the same token found out, or null where nothing is remembered. What is done with the answer
   * has the database confirm it (`Actor.remembered`); a refusal must not rest on it.
   */
  remember(caller: Caller, authorization: string | undefined): Actor | null;
}

/** What is known of the bearer of a token. */
interface Known {
  readonly token: TokenSubject;
  readonly actor: Omit<Actor, keyof Caller>;
  /** When the session's use is to be noted again, on this process's own clock. */
  readonly until: number;
}

/** Makes the authenticator of an app. */
export function createAuthenticator(db: Database, keys: SigningKeys): Authenticator {
  /** By token, the one used last at the end. */
  const known = new Map<string, Known>();

  return {
    async authenticate(caller, authorization) {
      const token = tokenOf(authorization);
      known.delete(token);
      const subject = await verifyToken(keys, token);
      if (!isUuid(subject.session)) throw unauthenticated();
      const row = await reading(db, 'every account', (tx) => sessionById(tx, subject.session));
      if (!row || parseRn(subject.user).resourceId !== row['user-id']) throw unauthenticated();
      if (row.rest <= 0) await noteUse(db, subject.session);
      const actor = actorOf(caller.installation, subject.session, row);
      const rest = row.rest > 0 ? row.rest : lastUsedPrecision;
      const remembered = { id: subject.session, version: row.version };
      known.set(token, { token: subject, actor: { ...actor, remembered }, until: performance.now() + rest * 1000 });
      const [oldest] = known.keys();
      if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
      return { ...caller, ...actor };
    },
    remember(caller, authorization) {
      const token = tokenOf(authorization);
      const one = known.get(token);
      if (!one) return null;
      known.delete(token);
      if (performance.now() > one.until || Date.now() >= one.token.expires * 1000) return null;
      if (!keys.isKnown(one.token.key)) return null;
      known.set(token, one);
      return { ...caller, ...one.actor };
    },
  };
}

function tokenOf(authorization: string | undefined): string {
  const token = authorization?.replace(/^Bearer\s+/i, '').trim();
  if (!token) throw unauthenticated();
  return token;
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof sessionById>>>;

const sessionById = foundById((tx, ids) =>
  tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user-id')
    .innerJoin('accounts', 'accounts.id', 'users.account-id')
    .select([
      'sessions.id',
      'users.id as user-id',
      'users.account-id',
      'users.email',
      'users.first-name',
      'users.last-name',
      'users.policies',
    ])
    .select('sessions.version')
    .select(sql<number>`${lastUsedPrecision} - extract(epoch from now() - sessions."last-used-on")::float8`.as('rest'))
    .select((query) =>
      query
        .selectFrom('user-roles')
        .innerJoin('roles', 'roles.id', 'user-roles.role-id')
        .select(sql<Policy[][] | null>`jsonb_agg(roles.policies)`.as('policies'))
        .whereRef('user-roles.user-id', '=', 'users.id')
        .as('role-policies'),
    )
    .where('sessions.id', '=', anyOf(ids))
    .where('sessions.ended-on', 'is', null)
    .where('sessions.expires-on', '>', sql<Date>`now()`)
    .where('users.status', '=', 'Active')
    .where('users.deleted-on', 'is', null)
    .where('accounts.status', '<>', 'Inactive')
    .where('accounts.deleted-on', 'is', null),
);

async function noteUse(db: Database, session: string): Promise<void> {
  await inTransaction(db, 'every account', (tx) =>
    tx.updateTable('sessions').set({ 'last-used-on': sql`now()` }).where('id', '=', session).execute(),
  );
}

function actorOf(installation: Installation, session: string, row: SessionRow): Omit<Actor, keyof Caller> {
  const policies = [...row.policies, ...(row['role-policies'] ?? []).flat()];
  return {
    accountId: row['account-id'],
    userId: row['user-id'],
    sessionId: session,
    rn: rnOf(installation, row['account-id'], 'user', row['user-id']),
    email: row.email,
    name: `${row['first-name']} ${row['last-name']}`,
    policies,
    crossesAccounts: crossesAccounts(installation, row['account-id'], policies),
  };
}
