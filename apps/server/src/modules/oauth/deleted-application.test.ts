import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { waitingForLocks } from '../../../test/database/lock-waits.ts';
import {
  authorizationQuery,
  consentTo,
  everywhere,
  exchange,
  grantErrorOf,
  newVerifier,
  openOAuthTest,
  registerApplication,
  sendForm,
} from '../../../test/sign-in/oauth.ts';

const here = openOAuthTest();

let count = 0;
let deleted: string;
beforeEach(async () => {
  count += 1;
  deleted = await registerApplication(here.test, here.product, `short-lived-${count}`);
});

/** Makes a request while the application's deletion has begun, and is committed only when the request waits for it. */
async function whileDeleted<Reply>(request: () => Promise<Reply>): Promise<Reply> {
  let reply: Promise<Reply> | undefined;
  await everywhere(here.test, async (tx) => {
    await tx.selectFrom('applications').select('id').where('id', '=', deleted).forUpdate().execute();
    reply = request();
    await waitingForLocks(here.test);
    // A request that has locked what the deletion deletes would be a deadlock, found after a second.
    await sql`set local lock_timeout = '500ms'`.execute(tx);
    await tx.deleteFrom('applications').where('id', '=', deleted).execute();
  });
  if (!reply) throw new Error('The request was not made.');
  return reply;
}

describe('an application is unknown as soon as its deletion is committed,', () => {
  const unknown = [400, 'invalid_client'];

  it('to the exchange of a code', async () => {
    const { verifier, challenge } = newVerifier();
    const code = await consentTo(here.test, here.ugo, authorizationQuery(deleted, challenge));
    expect(grantErrorOf(await whileDeleted(() => exchange(here.test, deleted, code, verifier)))).toEqual(unknown);
  });

  it('to a device that was allowed', async () => {
    const { body } = await sendForm(here.test, '/oauth/device', { client_id: deleted });
    await here.test.as(here.ugo, 'POST /auth/v1/device', { 'user-code': body['user_code'], allow: true });
    const poll = () =>
      sendForm(here.test, '/oauth/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: deleted,
        device_code: body['device_code'] ?? '',
      });
    expect(grantErrorOf(await whileDeleted(poll))).toEqual(unknown);
  });

  it('to a device that begins', async () => {
    const begin = () => sendForm(here.test, '/oauth/device', { client_id: deleted });
    expect(grantErrorOf(await whileDeleted(begin))).toEqual(unknown);
  });

  it('to a user who allows it', async () => {
    const request = authorizationQuery(deleted, newVerifier().challenge);
    const allow = () => here.test.as(here.ugo, 'POST /auth/v1/authorization', { request, allow: true });
    const { status, body } = await whileDeleted(allow);
    expect([status, body.errors]).toEqual([400, ['There is no such application.']]);
  });
});
