import { rawLimit } from '@keyhold/contract';
import { decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import { authorOf, type Caller } from '../../access/actor.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction, readOnly, type Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import type { Services } from '../../services.ts';
import { lockOwner } from '../factors/factors.sql.ts';
import { signedOut } from '../leases/seat/seat.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { type Connection, findConnection } from './connections/connections.sql.ts';
import { openProvider } from './connections/open-provider.ts';
import { noteAnybodysFailure, SignInFailure } from './failures.ts';
import { textOf } from './id-token.ts';
import { clockTolerance, ProviderError, reasonOf, signatureAlgorithms } from './providers.ts';

/** Longest logout token, in characters. */
const tokenLimit = 4_000;
/** The event of a logout token. */
const event = 'http://schemas.openid.net/event/backchannel-logout';
/** Maximum age of a logout token, in seconds. */
const longestAge = 600;
/** Maximum number of accounts that are looked up for one client of one provider. */
const accountLimit = 20;

/**
 * Ends the sessions that a provider's logout token names (OpenID Connect Back-Channel Logout 1.0): those of its
 * session, or all sessions of a person that began before the token.
 *
 * @returns the fault of the token, or null
 */
export async function logOutByProvider(services: Services, caller: Caller, token: string): Promise<string | null> {
  const unverified = readUnverified(token);
  const issuer = textOf(unverified?.iss);
  const audiences = [unverified?.aud]
    .flat()
    .map(textOf)
    .filter((one) => one !== null);
  if (!issuer || audiences.length === 0) return 'This is no logout token.';
  const connections = await findConnections(services, issuer, audiences);
  if (connections.length === 0) return 'Nobody here signs in with this provider.';
  for (const connection of connections) {
    const account = connection['account-id'];
    try {
      const claims = await verify(services, connection, token);
      await inTransaction(services.db, { account }, (tx) => endSessionsOf(tx, caller, connection, claims));
    } catch (error) {
      if (!(error instanceof ProviderError || error instanceof SignInFailure)) throw error;
      const reason = `A sign-out by the provider was refused: ${reasonOf(error)}`;
      await noteAnybodysFailure(services.db, caller, account, new SignInFailure('sign-in-failed', reason));
      return 'This token is not right.';
    }
  }
  return null;
}

function readUnverified(token: string): JWTPayload | null {
  if (token.length > rawLimit(tokenLimit)) return null;
  try {
    return decodeJwt(token);
  } catch {
    return null;
  }
}

async function findConnections({ db }: Services, issuer: string, clients: readonly string[]): Promise<Connection[]> {
  return readOnly(db, 'every account', async (tx) => {
    const rows = await tx
      .selectFrom('sign-in-connections')
      .select('account-id')
      .where('issuer', '=', issuer)
      .where('client-id', '=', anyOf(clients, 'text'))
      .limit(accountLimit)
      .execute();
    const found = await Promise.all(rows.map((row) => findConnection(tx, row['account-id'])));
    return found.filter((one) => one !== null);
  });
}

interface LogoutClaims {
  readonly subject: string | null;
  readonly session: string | null;
  readonly issuedOn: Date;
}

async function verify(services: Services, connection: Connection, token: string): Promise<LogoutClaims> {
  const provider = await openProvider(services, connection);
  const { payload } = await jwtVerify(token, services.providers.keysOf(provider), {
    issuer: connection.issuer,
    audience: connection['client-id'],
    algorithms: [...signatureAlgorithms],
    clockTolerance,
    maxTokenAge: longestAge,
    requiredClaims: ['iat', 'exp', 'jti'],
  }).catch((error: unknown) => {
    // Keys that cannot be used have errors of their own kinds.
    throw new SignInFailure('sign-in-failed', reasonOf(error));
  });
  const { iat = 0, sub, events } = payload;
  const [subject, session] = [textOf(sub), textOf(payload['sid'])];
  // Its value is an object, usually an empty one (section 2.4).
  const isLogout = isObject(events) && isObject(events[event]);
  if (!isLogout || 'nonce' in payload || (!subject && !session)) {
    throw new SignInFailure('sign-in-failed', 'it is no logout token');
  }
  return { subject, session, issuedOn: new Date((iat + clockTolerance) * 1000) };
}

function isObject(claim: unknown): claim is Readonly<Record<string, unknown>> {
  return typeof claim === 'object' && claim !== null && !Array.isArray(claim);
}

/** Ends the sessions that a token names. A session that began after it is kept, also when the token is sent again. */
async function endSessionsOf(
  tx: Transaction,
  caller: Caller,
  connection: Connection,
  { subject, session, issuedOn }: LogoutClaims,
): Promise<void> {
  const account = connection['account-id'];
  const open = await tx
    .selectFrom('sessions')
    .select(['id', 'user-id'])
    .where('account-id', '=', account)
    .where('ended-on', 'is', null)
    .where('created-on', '<=', issuedOn)
    .$if(session !== null, (query) => query.where('provider-session', '=', session))
    .$if(subject !== null, (query) => query.where('user-id', '=', userOf(tx, connection, subject)))
    .orderBy('user-id')
    .execute();
  for (const [userId, sessions] of Map.groupBy(open, (row) => row['user-id'])) {
    const owner = await lockOwner(tx, userId);
    if (!owner) continue;
    const author = authorOf(caller, owner);
    for (const { id } of sessions) await endSessions(tx, author, 'id', id, signedOut);
    await audit(tx, author, {
      action: 'auth:SingleSignOnLogout',
      resource: author.rn,
      after: { sessions: sessions.length },
    });
  }
  await endUnfinished(tx, connection, subject, session);
}

/** Deletes challenges and codes that have not become a session yet. */
async function endUnfinished(
  tx: Transaction,
  connection: Connection,
  subject: string | null,
  session: string | null,
): Promise<void> {
  for (const table of ['challenges', 'sign-in-codes'] as const) {
    await tx
      .deleteFrom(table)
      .where('account-id', '=', connection['account-id'])
      .$if(session !== null, (query) => query.where('provider-session', '=', session))
      .$if(subject !== null, (query) => query.where('user-id', '=', userOf(tx, connection, subject)))
      .execute();
  }
}

/** The user who is linked with a person at the provider of a connection. */
function userOf(tx: Transaction, connection: Connection, subject: string | null) {
  return tx
    .selectFrom('identities')
    .select('user-id')
    .where('account-id', '=', connection['account-id'])
    .where('issuer', '=', connection.issuer)
    .where('subject', '=', subject ?? '')
    .where('generation', '=', connection.generation);
}
