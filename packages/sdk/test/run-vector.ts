// The commands of the conformance bed about test vectors.

import { createOfflineLeases } from '../src/leases/offline-lease.ts';
import { sentenceFor } from '../src/sentences.ts';
import type { Transport } from '../src/session/transport.ts';
import { createVerifier, type Expected } from '../src/signatures/verifier.ts';
import { createServerTime } from '../src/store/server-time.ts';
import { type KeyholdStore, memoryStore } from '../src/store/store.ts';
import { type Clock, systemClock } from '../src/time/clock.ts';
import { termOf } from '../src/time/term.ts';

// biome-ignore lint/suspicious/noExplicitAny: each command has fields of its own, which the bed writes
type Command = { readonly do: string; readonly [field: string]: any };

/** Opens an offline lease of the vectors, without a server. */
async function openVector({ token, product, device, now, highest, 'root-key': rootKey }: Command) {
  const kept = JSON.stringify({ id: 'AAAAA', epoch: 3, token });
  const get = (name: string) => (name === 'keyhold.server-time' ? String(highest) : kept);
  const store: KeyholdStore = { ...memoryStore(), get };
  const clock = { ...systemClock(), wallTime: () => now * 1000 };
  const transport = { send: () => Promise.reject(new Error()) } as unknown as Transport;
  const serverTime = createServerTime(store, clock);
  const lease = await createOfflineLeases({ store, clock, transport, serverTime, rootKey }).open(product, device);
  return lease?.entitled ?? false;
}

const valid = (check: Promise<unknown>) =>
  check.then(
    (result) => ({ valid: result !== false }),
    () => ({ valid: false }),
  );

/** Executes a command about a vector; null when it is another one. */
export async function runVector(command: Command): Promise<object | null> {
  if (command.do === 'verify-online') {
    const verifier = createVerifier(async () => command['key-set'], systemClock());
    return valid(verifier.verify(command['token'], command['expected'] as Expected));
  }
  if (command.do === 'verify-offline') return valid(openVector(command));
  if (command.do === 'sentence') {
    return { sentence: sentenceFor({ reason: command['code'], message: command['message'] }, command['language']) };
  }
  if (command.do !== 'times') return null;
  const term = termOf(command['granted'], command['sent-at'], command['random']);
  return { 'next-heartbeat-at': term.nextBeatAt, deadline: term.deadline, 'grace-until': term.graceUntil };
}

/** The machine's clock, with a calendar that is ahead by some milliseconds. */
export function clockAhead(ahead: { readonly ms: number }): Clock {
  return systemClock(() => Date.now() + ahead.ms);
}
