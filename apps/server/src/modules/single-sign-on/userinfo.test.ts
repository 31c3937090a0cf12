import { beforeEach, describe, expect, it } from 'vitest';
import { addApp, factorReply } from '../../../test/sign-in/factors.ts';
import type { Claims } from '../../../test/sign-in/forging-issuer.ts';
import { openSingleSignOnTest, reasonsIn, signInBy } from '../../../test/sign-in/single-sign-on.ts';
import { inTransaction } from '../../db/database.ts';

const here = openSingleSignOnTest();
const { adjust, makeTag } = here;

beforeEach(() => {
  here.issuer.metadata['userinfo_endpoint'] = `${here.issuer.url}/me`;
  here.issuer.asked.length = 0;
});

/** Signs Ada in with these claims in the ID token, and these at the userinfo endpoint. */
async function signIn(token: Claims, userinfo: Claims) {
  here.issuer.answers.set('/me', () => ({ status: 200, json: { sub: 'ada', ...userinfo } }));
  const absent = { email: undefined, email_verified: undefined };
  return signInBy(here.test, here.issuer, here.admin.email, { sub: 'ada', ...absent, ...token });
}
const asked = () => here.issuer.asked.filter(({ path }) => path === '/me').length;

describe('the userinfo endpoint of a provider', () => {
  it('is queried for an e-mail that the ID token omits', async () => {
    expect((await signIn({}, { email: here.admin.email, email_verified: true })).status).toBe(200);
  });

  it('is queried for the verification that the ID token omits', async () => {
    const { email } = here.admin;
    expect((await signIn({ email }, { email, email_verified: true })).status).toBe(200);
  });

  it('is queried for tags that the ID token omits', async () => {
    const tag = await makeTag('Press');
    await adjust({ 'tags-claim': 'groups' });
    expect((await signIn({ email: here.admin.email, email_verified: true }, { groups: ['Press'] })).status).toBe(200);
    expect((await here.test.as(here.admin, `GET /iam/v1/users/${here.admin.id}`)).body.item['tags']).toEqual([tag]);
  });

  it('is not queried for what the ID token states', async () => {
    const { email } = here.admin;
    expect((await signIn({ email, email_verified: true }, {})).status).toBe(200);
    expect((await signIn({ email, email_verified: false }, { email, email_verified: true })).status).toBe(200);
    expect(asked()).toBe(0);
  });

  it('speaks for the same person only', async () => {
    const other = { sub: 'another', email: here.admin.email, email_verified: true };
    expect((await signIn({}, other)).error).toBe('sign-in-failed');
  });

  it.each<[string, (email: string) => [Claims, Claims]]>([
    ["the ID token's e-mail", (email) => [{ email }, { email_verified: true }]],
    [
      "the ID token's e-mail, when it has another",
      (email) => [{ email }, { email: `else.${email}`, email_verified: true }],
    ],
    [
      "its own e-mail, when the ID token's is another",
      (email) => [{ email: `else.${email}`, email_verified: true }, { email }],
    ],
    ['its own e-mail, when only the ID token says so', (email) => [{ email_verified: true }, { email }]],
  ])('does not verify %s', async (_what, claimsFor) => {
    await adjust({ 'tags-claim': 'groups' });
    const [token, userinfo] = claimsFor(here.admin.email);
    expect((await signIn(token, userinfo)).error).toMatch(/sign-in-failed|not-invited/);
    expect(asked()).toBe(1);
    expect(await reasonsIn(here.test, here.account)).toHaveLength(1);
  });

  it('reports no second factor and no session: only the ID token is signed', async () => {
    await addApp(here.test, here.admin);
    await adjust({ 'trust-provider-factor': true });
    const claimed = { email: here.admin.email, email_verified: true, amr: ['pwd', 'mfa'], sid: 'desk' };
    const reply = factorReply(await signIn({}, claimed));
    expect([reply.token, reply.challenge?.enrol]).toEqual([undefined, false]);
    expect(asked()).toBe(1);
    const sessions = await inTransaction(here.test.services.db, 'every account', (tx) =>
      tx.selectFrom('sign-in-codes').select('provider-session').where('user-id', '=', here.admin.id).execute(),
    );
    expect(sessions).toEqual([{ 'provider-session': null }]);
  });
});
