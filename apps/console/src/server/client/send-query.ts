import type { CallInput } from '@keyhold/client';
import type { Call, OutputOf } from '@keyhold/contract';
import { client } from './client.ts';

/** Sends a call with the query of a list, which {@link ListSource} checks. */
export function sendQuery<Of extends Call>(call: Of, query: object, signal: AbortSignal): Promise<OutputOf<Of>> {
  return client.send(call, { query, signal } as unknown as CallInput<Of>);
}
