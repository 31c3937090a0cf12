import { type BodyInputOf, calls } from '@keyhold/contract';
import { makePasskey } from '#parts/identity/factors/passkeys.ts';
import { client } from '#server/client/client.ts';

/** Answers the challenge of a sign-in, and finishes the sign-in. */
export function answerChallenge(body: BodyInputOf<typeof calls.answerChallenge>) {
  return client.send(calls.answerChallenge, { body });
}

/** A secret for the first authenticator app, which is valid once {@link confirmFirstAuthenticator} gets its code. */
export function startFirstAuthenticator(id: string) {
  return client.send(calls.startChallengeAuthenticator, { params: { id }, body: {} });
}

export function confirmFirstAuthenticator(id: string, code: string) {
  return client.send(calls.confirmChallengeAuthenticator, { params: { id }, body: { code } });
}

/** Creates a passkey in this browser and adds it as the first factor. */
export async function addFirstPasskey(id: string) {
  const { options } = await client.send(calls.startChallengePasskey, { params: { id }, body: {} });
  return client.send(calls.addChallengePasskey, { params: { id }, body: await makePasskey(options) });
}
