import type { Actor } from '../../access/actor.ts';
import { type AttemptLimit, countAttempts, undoAttempt } from '../../access/attempts.ts';
import { scopeOf } from '../../access/guards.ts';
import { audit } from '../../audit/audit.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { fromNow, now } from '../../db/expressions.ts';
import type { Operation, Procedure } from '../../http/bind.ts';
import { catalogueRnOf } from '../../installation.ts';
import { conflict, invalid } from '../../problem.ts';
import { hashOfSecret, randomSecret } from '../../secrets/random-secret.ts';
import {
  type AuthorizationRequest,
  readAuthorizationRequest,
  readDestination,
  responseAddress,
} from './authorization-request.ts';
import type { Client } from './clients.ts';
import { OAuthError } from './oauth-error.ts';
import { readParameters } from './parameters.ts';
import { hashOfUserCode } from './secrets.ts';

/** How long an authorization code is valid, in seconds. */
const codeSeconds = 60;

/** Limits of wrong codes per user and per address. Beyond them, the right code is refused, too. */
const userCodeLimit: AttemptLimit = { kind: 'user-code', failures: 10 };
const userCodeAddressLimit: AttemptLimit = { kind: 'user-code-address', failures: 100 };

export const getAuthorization: Operation<'getAuthorization'> = async (tx, actor, { query }) => {
  const { client, device } = await readRequest(tx, query.request);
  const { address, userAgent } = actor.origin;
  return { item: { application: client, device, address, 'user-agent': userAgent, 'created-on': null } };
};

export const decideAuthorization: Operation<'decideAuthorization'> = async (tx, actor, { body }) => {
  const request = await readRequest(tx, body.request, { lock: true });
  const issuer = actor.installation.publicUrl;
  await auditDecision(tx, actor, request.client, request.device, body.allow);
  if (!body.allow) return { redirect: responseAddress(request, issuer, { error: 'access_denied' }) };
  const code = randomSecret();
  await tx
    .insertInto('authorization-codes')
    .values({
      hash: hashOfSecret(code),
      'application-id': request.client.id,
      'user-id': actor.userId,
      'decider-id': actor.sessionId,
      device: request.device,
      'redirect-uri': request.redirect,
      'code-challenge': request.challenge,
      'expires-on': fromNow({ secs: codeSeconds }),
    })
    .execute();
  return { redirect: responseAddress(request, issuer, { code }) };
};

/** The request of a consent page, as its application made it. */
async function readRequest(
  tx: Transaction,
  text: string,
  options?: { readonly lock?: boolean },
): Promise<AuthorizationRequest> {
  try {
    const parameters = readParameters(text);
    return readAuthorizationRequest(await readDestination(tx, parameters, options), parameters);
  } catch (error) {
    if (error instanceof OAuthError) throw invalid('request', error.message);
    throw error;
  }
}

export const findDevice: Procedure<'findDevice'> = async ({ db }, actor, { body }) => {
  const found = await withUserCode(db, actor, body['user-code']);
  const { 'application-id': id, name, device, address, 'user-agent': userAgent } = found;
  const createdOn = found['created-on'].toISOString();
  return { item: { application: { id, name }, device, address, 'user-agent': userAgent, 'created-on': createdOn } };
};

export const decideDevice: Procedure<'decideDevice'> = async ({ db }, actor, { body }) => {
  await withUserCode(db, actor, body['user-code'], async (tx, found) => {
    await tx
      .updateTable('device-authorizations')
      .set({ 'decided-on': now, allowed: body.allow, 'user-id': actor.userId, 'decider-id': actor.sessionId })
      .where('hash', '=', found.hash)
      .execute();
    const client = { id: found['application-id'], name: found.name };
    await auditDecision(tx, actor, client, found.device, body.allow);
  });
  return {};
};

/**
 * Processes the device that a user's code names. The attempt is counted before the lookup, and taken back for a right
 * code.
 *
 * @throws {ProblemError} 400 when there is no such device, 409 when it was answered before
 */
async function withUserCode(
  db: Database,
  actor: Actor,
  code: string,
  work?: (tx: Transaction, found: AskingDevice) => Promise<void>,
): Promise<AskingDevice> {
  await countAttempts(db, [
    [userCodeLimit, actor.userId],
    [userCodeAddressLimit, actor.origin.address],
  ]);
  const device = await inTransaction(db, scopeOf(actor), async (tx) => {
    const found = await selectDevice(tx, hashOfUserCode(code));
    if (!found) throw invalid('user-code', 'No device shows this code, or not any more. Type what yours shows.');
    undoAttempt(tx, userCodeAddressLimit, actor.origin.address);
    undoAttempt(tx, userCodeLimit, actor.userId);
    if (!found['decided-on']) await work?.(tx, found);
    return found;
  });
  if (device['decided-on']) {
    throw conflict('device-decided', 'This code was answered already. Start again on the device.');
  }
  return device;
}

type AskingDevice = NonNullable<Awaited<ReturnType<typeof selectDevice>>>;

/** The device that shows a code, locked. */
function selectDevice(tx: Transaction, hash: Buffer) {
  return tx
    .selectFrom('device-authorizations as waiting')
    .innerJoin('applications', 'applications.id', 'waiting.application-id')
    .selectAll('waiting')
    .select('applications.name')
    .where('waiting.user-code-hash', '=', hash)
    .where('waiting.expires-on', '>', now)
    .forUpdate('waiting')
    .executeTakeFirst();
}

async function auditDecision(
  tx: Transaction,
  actor: Actor,
  client: Client,
  device: string | null,
  allow: boolean,
): Promise<void> {
  await audit(tx, actor, {
    action: allow ? 'auth:AllowApplication' : 'auth:DenyApplication',
    resource: actor.rn,
    after: { application: catalogueRnOf(actor.installation, 'application', client.id), device },
  });
}
