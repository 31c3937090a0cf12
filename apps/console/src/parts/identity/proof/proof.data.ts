import { type BodyInputOf, calls } from '@keyhold/contract';
import { client } from '#server/client/client.ts';

/** Sends a fresh proof of the user's identity. */
export async function prove(body: BodyInputOf<typeof calls.prove>): Promise<void> {
  await client.send(calls.prove, { body });
}

export async function passkeyOptions() {
  return (await client.send(calls.startProof, { body: {} })).options;
}
