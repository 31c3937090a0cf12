import { afterAll, beforeAll, expect, it } from 'vitest';
import { testPassword } from '../../test/app.ts';
import { createOperatorTest, keyhold, type OperatorTest } from '../../test/operator.ts';
import { addApp, factorReply } from '../../test/sign-in/factors.ts';

let test: OperatorTest;
beforeAll(async () => {
  test = await createOperatorTest();
});
afterAll(() => test.close());

const reset = (email: string) => keyhold(['factors', 'reset', email, '--json'], test.local);

it('resets the factors of a locked-out provider user, ends their sessions, and logs the operator', async () => {
  const { root } = test.people;
  await addApp(test, root);
  const signIn = async () =>
    factorReply(await test.as(null, 'POST /auth/v1/authorize', { username: root.email, password: testPassword }));
  expect((await signIn()).challenge).toBeDefined();
  const done = await reset(root.email.toUpperCase());
  expect([done.code, JSON.parse(done.stdout)]).toMatchObject([0, { removed: 2 }]);
  expect((await test.as(root, 'GET /iam/v1/tags')).status).toBe(401);
  const { token } = await signIn();
  expect(token).toBeDefined();
  const log = await test.as({ ...root, token: token ?? '' }, 'GET /iam/v1/audit?action=iam:ResetFactors');
  expect(log.body.items[0]).toMatchObject({
    resource: root.rn,
    before: { factors: [{ kind: 'authenticator' }, { kind: 'recovery-codes' }] },
    after: { operator: expect.any(String) },
  });
});

it('reports that there is no factor to remove, or no such user', async () => {
  expect(JSON.parse((await reset(test.people.acmeUser.email)).stdout)).toMatchObject({ removed: 0 });
  const nobody = await reset('nobody@keyhold.example');
  expect([nobody.code === 0, nobody.stderr]).toEqual([false, expect.stringContaining('No user has the e-mail')]);
});
