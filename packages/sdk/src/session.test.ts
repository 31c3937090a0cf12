import { beforeAll, expect, test, vi } from 'vitest';
import { createSigner, type Signer } from '../test/signing.ts';
import { AuthenticationError, UnreachableError } from './errors.ts';
import { createSession } from './session.ts';

const minute = 60_000;
let signer: Signer;
beforeAll(async () => {
  signer = await createSigner('key-1');
});

/** A session of an hour that began now, by a clock that the test moves. */
async function open(reauthenticate?: () => Promise<string>) {
  let time = 0;
  const session = createSession({ now: () => time }, reauthenticate);
  session.set(await signer.sessionToken('ada'));
  return { session, pass: (milliseconds: number) => (time += milliseconds) };
}

/** Lets everything that promises have begun come to its end. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a session is renewed once, when nine tenths of its time are over', async () => {
  const next = await signer.sessionToken('ada');
  const ask = vi.fn(async () => next);
  const { session, pass } = await open(ask);
  pass(53 * minute);
  session.renewEarly();
  expect(ask).not.toHaveBeenCalled();
  pass(minute);
  for (const _ of [1, 2, 3]) session.renewEarly();
  await vi.waitFor(() => expect(session.token()).toBe(next));
  expect(ask).toHaveBeenCalledTimes(1);
  pass(53 * minute);
  session.renewEarly();
  expect(ask).toHaveBeenCalledTimes(1);
});

test('a renewal that did not reach the server is tried again a minute later', async () => {
  const ask = vi.fn(async (): Promise<string> => {
    throw new UnreachableError('There is no answer.');
  });
  const { session, pass } = await open(ask);
  pass(54 * minute);
  session.renewEarly();
  await settled();
  pass(minute - 1);
  session.renewEarly();
  expect(ask).toHaveBeenCalledTimes(1);
  pass(1);
  session.renewEarly();
  expect(ask).toHaveBeenCalledTimes(2);
});

test('whoever does not want to sign in again yet is not asked a second time', async () => {
  const ask = vi.fn(async (): Promise<string> => {
    throw new AuthenticationError('authentication', 'Not now.', 401);
  });
  const { session, pass } = await open(ask);
  pass(54 * minute);
  session.renewEarly();
  await settled();
  pass(5 * minute);
  session.renewEarly();
  expect(ask).toHaveBeenCalledTimes(1);
});

test('without a way to sign in again nothing is renewed', async () => {
  const { session, pass } = await open();
  pass(59 * minute);
  expect(() => session.renewEarly()).not.toThrow();
});
