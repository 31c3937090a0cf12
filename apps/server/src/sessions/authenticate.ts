import { type Policy, parseRn } from '@keyhold/contract';
import { loadById } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { type Actor, type Caller, crossesAccounts } from '../access/actor.ts';
import { type Database, inTransaction, reading, type Transaction } from '../db/database.ts';
import { type Installation, rnOf } from '../installation.ts';
import { unauthenticated } from '../problem.ts';
import { authenticateHolder, isLeaseToken } from './lease-bearer.ts';
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
  /** The holder of a lease by the lease's own token; otherwise as {@link Authenticator.authenticate}. */
  authenticateHolder(caller: Caller, authorization: string | undefined): Promise<Actor>;
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

  const authenticator: Authenticator = {
    async authenticate(caller, authorization) {
      const token = tokenOf(authorization);
      known.delete(token);
      const subject = await verifyToken(keys, token);
      if (!isUuid(subject.session)) throw unauthenticated();
      const row = await reading(db, 'every account', (tx) => loadSession(tx, subject.session));
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
    async authenticateHolder(caller, authorization) {
      const token = tokenOf(authorization);
      if (!isLeaseToken(token)) return authenticator.authenticate(caller, authorization);
      return authenticateHolder(db, keys, caller, token);
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
  return authenticator;
}

function tokenOf(authorization: string | undefined): string {
  const token = authorization?.replace(/^Bearer\s+/i, '').trim();
  if (!token) throw unauthenticated();
  return token;
}

type SessionRow = NonNullable<Awaited<ReturnType<typeof loadSession>>>;

/**
 * Session, user and account, each found by its key and judged afterwards: a database that has not counted yet what its
 * tables hold would rather begin with everybody who is active.
 */
const loadSession = loadById((tx: Transaction, ids) =>
  tx
    .selectFrom(sql<{ id: string }>`unnest(${ids}::uuid[])`.as<'wanted'>(sql`wanted(id)`))
    .innerJoinLateral(
      (query) =>
        query.selectFrom('sessions').selectAll().whereRef('sessions.id', '=', 'wanted.id').limit(1).as('session'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (query) => query.selectFrom('users').selectAll().whereRef('users.id', '=', 'session.user-id').limit(1).as('user'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (query) =>
        query.selectFrom('accounts').selectAll().whereRef('accounts.id', '=', 'user.account-id').limit(1).as('account'),
      (join) => join.onTrue(),
    )
    .select([
      'session.id',
      'session.version',
      'user.id as user-id',
      'user.account-id',
      'user.email',
      'user.first-name',
      'user.last-name',
      'user.policies',
    ])
    .select(sql<number>`${lastUsedPrecision} - extract(epoch from now() - session."last-used-on")::float8`.as('rest'))
    .select((query) =>
      query
        .selectFrom('user-roles')
        .innerJoin('roles', 'roles.id', 'user-roles.role-id')
        .select(sql<Policy[][] | null>`jsonb_agg(roles.policies)`.as('policies'))
        .whereRef('user-roles.user-id', '=', 'user.id')
        .as('role-policies'),
    )
    .where('session.ended-on', 'is', null)
    .where('session.expires-on', '>', sql<Date>`now()`)
    .where('user.status', '=', 'Active')
    .where('user.deleted-on', 'is', null)
    .where('account.status', '<>', 'Inactive')
    .where('account.deleted-on', 'is', null),
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
    sessionVersion: row.version,
    rn: rnOf(installation, row['account-id'], 'user', row['user-id']),
    email: row.email,
    name: `${row['first-name']} ${row['last-name']}`,
    policies,
    crossesAccounts: crossesAccounts(installation, row['account-id'], policies),
  };
}
