import { expect, it } from 'vitest';
import { hostileText, longReads } from '../../../../../test/long-reads.ts';
import type { Claims } from '../../../test/sign-in/forging-issuer.ts';
import { openSingleSignOnTest, reasonsIn, signInBy } from '../../../test/sign-in/single-sign-on.ts';
import { boundedClaims } from './id-token.ts';

const here = openSingleSignOnTest();
const text = hostileText(20_003);

/** Signs Ada in with these claims, and counts what reads the long text after the token was verified. */
async function signIn(claims: Claims) {
  const { reads } = await longReads(
    ({ length }) => length === text.length,
    () => boundedClaims({ iss: here.issuer.url, sub: 'ada', ...claims }),
  );
  const reply = await signInBy(here.test, here.issuer, here.admin.email, { sub: 'ada', ...claims });
  return { status: reply.status, error: reply.error, reads };
}

it.each(['name', 'given_name', 'family_name', 'sid', 'picture', 'amr', 'groups'])(
  'A claim beyond its bound is left out: %s',
  async (claim) => {
    await here.adjust({ 'tags-claim': 'groups' });
    expect(await signIn({ [claim]: text })).toEqual({ status: 200, error: null, reads: [] });
    expect(boundedClaims({ iss: here.issuer.url, sub: 'ada', [claim]: text })).not.toHaveProperty(claim);
  },
);

it('A name beyond its bound in a list is left out, the others are followed', async () => {
  const tag = await here.makeTag('Press');
  await here.adjust({ 'tags-claim': 'groups' });
  expect(await signIn({ groups: [text, 'Press'] })).toMatchObject({ status: 200 });
  const { body } = await here.test.as(here.admin, `GET /iam/v1/users/${here.admin.id}`);
  expect(body.item['tags']).toEqual([tag]);
});

it.each<[string, Claims, RegExp]>([
  ['subject', { sub: text }, /names nobody/],
  ['e-mail', { email: text }, /The e-mail is none/],
])('A sign-in whose %s is beyond its bound is refused', async (_what, claims, reason) => {
  const reply = await signInBy(here.test, here.issuer, here.admin.email, { sub: 'ada', ...claims });
  expect(reply.error).toBe('sign-in-failed');
  expect((await reasonsIn(here.test, here.account))[0]).toMatch(reason);
});
