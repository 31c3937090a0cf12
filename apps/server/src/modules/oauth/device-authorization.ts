import { sql } from 'kysely';
import type { Caller } from '../../access/actor.ts';
import { inTransaction } from '../../db/database.ts';
import { fromNow, now } from '../../db/expressions.ts';
import { hashOfSecret, randomSecret } from '../../secrets/random-secret.ts';
import type { Services } from '../../services.ts';
import { deleteSomeEnded } from '../auth/links/ended-requests.ts';
import { requireClient } from './clients.ts';
import { type GrantedSession, grantSession } from './grant-session.ts';
import { invalidGrant, OAuthError } from './oauth-error.ts';
import { type Parameters, readDeviceName, requireParameter } from './parameters.ts';
import { hashOfUserCode, newUserCode } from './secrets.ts';
import type { TokenReply } from './tokens.ts';

/** How long a user code is valid, in seconds. */
const lifetime = 600;
/** How long a device waits between two polls, in seconds; each early poll adds as much. */
const interval = 5;
/** How early a poll may arrive because of the network, in seconds. */
const tolerance = 0.5;

/**
 * Begins the sign-in of a device without a browser (RFC 8628, section 3.2). It counts for no address: a page of another
 * site can send this form, too.
 */
export async function authorizeDevice({ db, installation }: Services, { origin }: Caller, parameters: Parameters) {
  const device = readDeviceName(parameters);
  const code = randomSecret();
  const userCode = newUserCode();
  await inTransaction(db, 'every account', async (tx) => {
    const client = await requireClient(tx, parameters, { lock: true });
    await deleteSomeEnded(tx, 'device-authorizations');
    await tx
      .insertInto('device-authorizations')
      .values({
        hash: hashOfSecret(code),
        'user-code-hash': hashOfUserCode(userCode),
        'application-id': client.id,
        device,
        address: origin.address,
        'user-agent': origin.userAgent,
        'expires-on': fromNow({ secs: lifetime }),
        'interval-seconds': interval,
      })
      .execute();
  });
  const page = `${installation.publicUrl}/device`;
  return {
    device_code: code,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?code=${userCode}`,
    expires_in: lifetime,
    interval,
  };
}

/** Answers a device that polls for the decision (RFC 8628, section 3.4). */
export async function pollDevice(services: Services, caller: Caller, parameters: Parameters): Promise<TokenReply> {
  const code = requireParameter(parameters, 'device_code');
  const answer = await inTransaction(services.db, 'every account', async (tx): Promise<GrantedSession | OAuthError> => {
    const client = await requireClient(tx, parameters, { lock: true });
    const found = await tx
      .selectFrom('device-authorizations')
      .selectAll()
      .select((eb) => eb('expires-on', '>', now).as('alive'))
      .select(
        sql<boolean>`coalesce("polled-on" > now() - make_interval(secs => "interval-seconds" - ${tolerance}::float8), false)`.as(
          'early',
        ),
      )
      .where('hash', '=', hashOfSecret(code))
      .where('application-id', '=', client.id)
      .forUpdate()
      .executeTakeFirst();
    if (!found || found['used-on']) return invalidGrant();
    const note = (changes: { 'polled-on'?: typeof now; 'used-on'?: typeof now; 'interval-seconds'?: number }) =>
      tx.updateTable('device-authorizations').set(changes).where('hash', '=', found.hash).execute();
    if (found.allowed === false) {
      await note({ 'used-on': now });
      return new OAuthError('access_denied', 'The sign-in was denied.');
    }
    if (!found.alive) return new OAuthError('expired_token', 'The code has expired. Start again.');
    const { 'user-id': user, 'decider-id': decider, 'interval-seconds': seconds } = found;
    if (user === null || decider === null) {
      await note({ 'polled-on': now, 'interval-seconds': found.early ? seconds + interval : seconds });
      return found.early
        ? new OAuthError('slow_down', `Wait ${seconds + interval} seconds between two questions.`)
        : new OAuthError('authorization_pending', 'Nobody has answered yet.');
    }
    await note({ 'used-on': now });
    return grantSession(tx, services, caller, { application: client.id, device: found.device, user, decider });
  });
  if (answer instanceof OAuthError) throw answer;
  return answer.sign();
}
