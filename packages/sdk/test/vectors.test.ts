import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { JWK } from 'jose';
import { describe, expect, it } from 'vitest';
import { createOfflineLeases } from '../src/leases/offline-lease.ts';
import { verifyOffline } from '../src/signatures/root-key.ts';
import { createVerifier, type Expected } from '../src/signatures/verifier.ts';
import { createServerTime } from '../src/store/server-time.ts';
import { memoryStore } from '../src/store/store.ts';
import { termOf } from '../src/time/term.ts';
import { fakeClock } from './fake-clock.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');
const document = read('../../../docs/licensing-protocol.md');

interface Vectors {
  readonly 'key-set': { readonly keys: readonly JWK[] };
  readonly 'root-key': JWK;
  readonly claims: Readonly<Record<string, unknown>> & { readonly aud: string; readonly dev: string };
  readonly expected: Expected;
  readonly online: readonly { readonly name: string; readonly token: string; readonly valid: boolean }[];
  readonly offline: readonly {
    readonly name: string;
    readonly token: string;
    readonly now: number;
    readonly 'highest-signed-time': number;
    readonly valid: boolean;
  }[];
  readonly times: readonly Readonly<Record<string, number>>[];
}
const vectors = JSON.parse(read('../../../docs/licensing-test-vectors.json')) as Vectors;

describe('the test vectors of the protocol', () => {
  it('match the output of their script', () => {
    const script = fileURLToPath(new URL('../scripts/test-vectors.mjs', import.meta.url));
    execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' });
  });

  it.each(vectors.online)('online, $name: $valid', async ({ token, valid }) => {
    const verifier = createVerifier(async () => vectors['key-set'], fakeClock());
    const verified = verifier.verify(token, vectors.expected);
    if (valid) expect(await verified).toMatchObject({ epoch: 3, seq: 12, addons: vectors.claims['addons'] });
    else await expect(verified).rejects.toThrow();
  });

  it.each(vectors.offline)('offline, $name: $valid', async ({ token, now, valid, ...vector }) => {
    const { aud: product, dev: device } = vectors.claims;
    const kept = JSON.stringify({ id: 'AAAAA', epoch: 3, token });
    const time = String(vector['highest-signed-time']);
    const store = { ...memoryStore(), get: (name: string) => (name === 'keyhold.server-time' ? time : kept) };
    const clock = { ...fakeClock(), wallTime: () => now * 1000 };
    const transport = { send: () => Promise.reject(new Error('no network')), open: () => Promise.reject(new Error()) };
    const leases = createOfflineLeases({
      store,
      clock,
      transport,
      serverTime: createServerTime(store, clock),
      rootKey: vectors['root-key'],
    });
    const opened = await leases.open(product, device).catch(() => null);
    expect(opened?.entitled ?? false).toBe(valid);
    if (valid) expect((await verifyOffline(token, vectors['root-key'])).mode).toBe('offline');
  });

  it.each(vectors.times)('times: %o', (times) => {
    const number = (name: string) => times[name] ?? Number.NaN;
    const granted = {
      expiresInMs: number('expires-in-ms'),
      nextHeartbeatMs: number('next-heartbeat-ms'),
      graceMs: number('grace-ms'),
    };
    expect(termOf(granted, number('sent-at'), number('random'))).toEqual({
      nextBeatAt: number('next-heartbeat-at'),
      deadline: number('deadline'),
      graceUntil: number('grace-until'),
    });
  });

  it('appear unchanged in the document', () => {
    const [first] = vectors.online;
    expect(document.replaceAll(/\s/g, '')).toContain(first?.token);
    expect(document).toContain(JSON.stringify(vectors['key-set'].keys[0]));
    for (const claim of Object.keys(vectors.claims)) expect(document).toContain(`\`${claim}\``);
  });
});
