import { parseRn } from '@keyhold/contract';
import { loadById } from '@keyhold/pg-round-trip';
import { sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import { type Actor, type Caller, crossesAccounts, fullName } from '../access/actor.ts';
import { allPolicies, rolePolicies } from '../access/rights.ts';
import { condition, isOpenSession, userMayAct } from '../db/conditions.ts';
import { type Database, inTransaction, readOnly, type Transaction } from '../db/database.ts';
import { now } from '../db/expressions.ts';
import { type Installation, rnOf } from '../installation.ts';
import { unauthenticated } from '../problem.ts';
import type { AllowedAddresses } from './addresses.ts';
import { authenticateHolder, isLeaseToken } from './lease-bearer.ts';
import type { SigningKeys } from './signing-keys.ts';
import { authenticateToken } from './token-bearer.ts';
import { isTokenSecret } from './token-secret.ts';
import { tokenIdOf, verifyToken } from './tokens.ts';

declare module '../services.ts' {
  interface Services {
    /** Finds the caller of a request; holds the session cache. */
    readonly authenticator: Authenticator;
  }
}

/** Precision of a session's `last-used-on`, in seconds, so that a busy session does not write on every request. */
const lastUsedPrecision = 60;
/** Maximum number of entries in a node's session cache, which evicts the least recently used. */
const cacheLimit = 10_000;

/** Authenticates requests. */
export interface Authenticator {
  /**
   * Authenticates by the token's session, user, account and permissions as they are in the database now.
   *
   * A token of a service account stands for a session.
   *
   * @throws {ProblemError} 401 when there is no token, or its session, user or account is no longer valid; 403 when a
   * service account's token is not valid from the caller's address.
   */
  authenticate(caller: Caller, authorization: string | undefined): Promise<Actor>;
  /** Authenticates a lease's holder by the lease's own token; otherwise like {@link Authenticator.authenticate}. */
  authenticateHolder(caller: Caller, authorization: string | undefined): Promise<Actor>;
  /**
   * Returns the actor cached by the last request with the same token, or null. The caller must have the database
   * confirm it (`Actor.cachedSession`); a refusal must not rest on it.
   */
  cached(caller: Caller, authorization: string | undefined): Actor | null;
}

/** The cached actor of a token. */
interface CachedActor {
  readonly actor: Omit<Actor, keyof Caller>;
  /** When the token expires, in milliseconds since 1970. */
  readonly expires: number;
  /** The id of the key that signed a session's token; null for a service account's token, which is not signed. */
  readonly key: string | null;
  /** Where a service account's token is valid; null for every address. */
  readonly addresses: AllowedAddresses | null;
  /** When `last-used-on` must be written again, by this process's monotonic clock. */
  readonly until: number;
}

/** Creates the authenticator of an app. */
export function createAuthenticator(db: Database, keys: SigningKeys): Authenticator {
  /** By token, the most recently used last. */
  const cache = new Map<string, CachedActor>();

  function keep(token: string, entry: Omit<CachedActor, 'until'>, restSeconds: number): void {
    cache.set(token, { ...entry, until: performance.now() + restSeconds * 1000 });
    const [oldest] = cache.keys();
    if (cache.size > cacheLimit && oldest !== undefined) cache.delete(oldest);
  }

  async function authenticateServiceAccount(caller: Caller, token: string): Promise<Actor> {
    const { actor, rest, ...bearer } = await authenticateToken(db, caller, token, lastUsedPrecision);
    const cachedSession = { of: 'service account', id: actor.sessionId, version: actor.sessionVersion } as const;
    keep(token, { ...bearer, key: null, actor: { ...actor, cachedSession } }, rest);
    return { ...caller, ...actor };
  }

  const authenticator: Authenticator = {
    async authenticate(caller, authorization) {
      const token = tokenOf(authorization);
      cache.delete(token);
      if (isTokenSecret(token)) return authenticateServiceAccount(caller, token);
      const subject = await verifyToken(keys, token);
      if (!isUuid(subject.session)) throw unauthenticated();
      const row = await readOnly(db, 'every account', (tx) => loadSession(tx, subject.session));
      if (!row || parseRn(subject.user).resourceId !== row['user-id']) throw unauthenticated();
      if (row.rest <= 0) await updateLastUsed(db, subject.session);
      if (isFirstUse(row, subject)) await noteRenewalUsed(db, subject.session, row.renewals);
      const actor = actorOf(caller.installation, subject.session, row);
      const rest = row.rest > 0 ? row.rest : lastUsedPrecision;
      const cachedSession = { of: 'user', id: subject.session, version: row.version } as const;
      const bearer = { expires: subject.expires * 1000, key: subject.key, addresses: null };
      keep(token, { ...bearer, actor: { ...actor, cachedSession } }, rest);
      return { ...caller, ...actor };
    },
    async authenticateHolder(caller, authorization) {
      const token = tokenOf(authorization);
      if (!isLeaseToken(token)) return authenticator.authenticate(caller, authorization);
      return authenticateHolder(db, keys, caller, token);
    },
    cached(caller, authorization) {
      const token = tokenOf(authorization);
      const entry = cache.get(token);
      if (!entry) return null;
      cache.delete(token);
      if (performance.now() > entry.until || Date.now() >= entry.expires) return null;
      if (entry.key !== null && !keys.isKnown(entry.key)) return null;
      if (entry.addresses?.allows(caller.origin.address) === false) return null;
      cache.set(token, entry);
      return { ...caller, ...entry.actor };
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
 * Looks up session, user and account by their keys and filters afterwards: without statistics the planner would start
 * with every active user.
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
      'session.application-id',
      'session.renewals',
      'session.renewed-on',
      'session.renewal-used-on',
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
        .selectFrom('applications')
        .select('product-id')
        .whereRef('applications.id', '=', 'session.application-id')
        .as('product-id'),
    )
    .select(rolePolicies('user', 'user.id'))
    .where(condition(isOpenSession('session', 'account')))
    .where(condition(userMayAct('"user"', 'account'))),
);

async function updateLastUsed(db: Database, session: string): Promise<void> {
  await inTransaction(db, 'every account', (tx) =>
    tx.updateTable('sessions').set({ 'last-used-on': now }).where('id', '=', session).execute(),
  );
}

/** Whether a token is the newest one of a renewed session, and was not used before. */
function isFirstUse(session: SessionRow, token: { readonly id: string | null }): boolean {
  const { renewals, 'renewed-on': renewed, 'renewal-used-on': used } = session;
  return Boolean(renewals) && token.id === tokenIdOf(session) && (!used || !renewed || used < renewed);
}

/** Notes that the newest access token was used: its renewal's reply was not lost, and is not repeated. */
async function noteRenewalUsed(db: Database, session: string, renewals: number | null): Promise<void> {
  await inTransaction(db, 'every account', (tx) =>
    tx
      .updateTable('sessions')
      .set({ 'renewal-used-on': now })
      .where('id', '=', session)
      .where('renewals', '=', renewals)
      .where(({ or, eb, ref }) =>
        or([eb('renewal-used-on', 'is', null), eb('renewal-used-on', '<', ref('renewed-on'))]),
      )
      .execute(),
  );
}

function actorOf(installation: Installation, session: string, row: SessionRow): Omit<Actor, keyof Caller> {
  const policies = allPolicies(row);
  return {
    accountId: row['account-id'],
    userId: row['user-id'],
    sessionId: session,
    sessionVersion: row.version,
    ...(row['application-id'] === null
      ? {}
      : { application: { id: row['application-id'], product: row['product-id'] } }),
    rn: rnOf(installation, row['account-id'], 'user', row['user-id']),
    email: row.email,
    name: fullName(row),
    policies,
    crossesAccounts: crossesAccounts(installation, row['account-id'], policies),
  };
}
