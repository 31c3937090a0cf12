import { type BodyInputOf, calls } from '@keyhold/contract';
import { client } from '#api/client.ts';

/** Proves that it is still the same person. */
export async function prove(body: BodyInputOf<typeof calls.prove>): Promise<void> {
  await client.send(calls.prove, { body });
}

export async function passkeyOptions() {
  return (await client.send(calls.startProof, { body: {} })).options;
}
