import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { sentences } from '../../../packages/sdk/src/sentences.ts';
import type { Calculation } from '../case.ts';
import type { Driver } from '../driver.ts';

type Vector = Readonly<Record<string, unknown>> & { readonly name: string; readonly valid: boolean };
const vectors = JSON.parse(
  readFileSync(new URL('../../../docs/licensing-test-vectors.json', import.meta.url), 'utf8'),
) as Record<'online' | 'offline', readonly Vector[]> & {
  readonly times: readonly Readonly<Record<string, number>>[];
  readonly claims: Readonly<Record<string, unknown>>;
  readonly [name: string]: unknown;
};

export const vectorCases: readonly Calculation[] = [
  ...vectors.online.map(({ name, token, valid }) => ({
    name: `vector online: ${name}`,
    calculate: async (driver: Driver) => {
      const { expected, 'key-set': keys } = vectors;
      const reply = await driver.send({ do: 'verify-online', client: '', token, expected, 'key-set': keys });
      expect(reply).toEqual({ valid });
    },
  })),
  ...vectors.offline.map(({ name, token, now, valid, 'highest-signed-time': highest }) => ({
    name: `vector offline: ${name}`,
    calculate: async (driver: Driver) => {
      const { aud: product, dev: device } = vectors.claims;
      const asked = { token, now, highest, product, device, 'root-key': vectors['root-key'] };
      expect(await driver.send({ do: 'verify-offline', client: '', ...asked })).toEqual({ valid });
    },
  })),
  ...vectors.times.map((times, index) => ({
    name: `vector times: ${index + 1}`,
    calculate: async (driver: Driver) => {
      const granted = {
        expiresInMs: times['expires-in-ms'],
        nextHeartbeatMs: times['next-heartbeat-ms'],
        graceMs: times['grace-ms'],
      };
      const { 'sent-at': sentAt, random, deadline } = times;
      const asked = { granted, 'sent-at': sentAt, random };
      expect(await driver.send({ do: 'times', client: '', ...asked })).toEqual({
        'next-heartbeat-at': times['next-heartbeat-at'],
        deadline,
        'grace-until': times['grace-until'],
      });
    },
  })),
  ...(['en', 'de', 'fr'] as const).map((language) => ({
    name: `sentences for users: ${language}`,
    calculate: async (driver: Driver) => {
      const shown = async (code: string) => {
        const reply = await driver.send({ do: 'sentence', client: '', code, message: 'Of a newer server.', language });
        return [code, reply['sentence']];
      };
      const wanted = Object.entries(sentences).map(([code, texts]) => [code, texts[language]]);
      expect(await Promise.all(Object.keys(sentences).map(shown))).toEqual(wanted);
      expect(await shown('newer')).toEqual(['newer', 'Of a newer server.']);
    },
  })),
];
