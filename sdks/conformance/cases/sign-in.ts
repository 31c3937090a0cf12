import { readdir, readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { createProduct } from '../../../apps/server/test/licensing/leases.ts';
import { decide } from '../../../apps/server/test/licensing/sdk-sign-in.ts';
import type { Stage } from '../bed.ts';
import { type Case, codeOf, eventually } from '../case.ts';
import type { Driver } from '../driver.ts';
import { withStore } from './with-store.ts';

/** Most of the lifetime of an access token, in milliseconds. */
const almostAnHour = 58 * 60_000;

/** A client that has no token, at the address that is the issuer's. */
const connect = (stage: Stage, store: string, options: object = {}) =>
  stage.connect({ 'base-url': stage.bed.url, application: stage.bed.application, token: null, store, ...options });

async function shown(stage: Stage, event: string, field: string): Promise<string> {
  await eventually(() => expect(stage.events(event)).toHaveLength(1));
  return String(stage.events(event)[0]?.[field]);
}

/** Signs in by the browser, whose response may be changed. */
async function signIn(stage: Stage, allow = true, change: (answer: URL) => void = () => undefined) {
  const signingIn = stage.command('sign-in');
  const answer = await decide(stage.bed.test, stage.ugo, await shown(stage, 'open', 'address'), allow);
  change(answer);
  const [code, page] = await Promise.all([codeOf(signingIn), fetch(answer).then((response) => response.status)]);
  return { code, page };
}

/** The stored refresh token. */
async function refresh(store: string): Promise<string> {
  const name = (await readdir(store)).find((one) => one.startsWith('keyhold.sign-in') && one.endsWith('.kept'));
  return JSON.parse(await readFile(`${store}/${name}`, 'utf8'))['refresh-token'];
}

export const signInCases: readonly Case[] = [
  {
    name: 'sign-in by the browser, a lease, a restoration in a later run, and a sign-out',
    run: (stage) =>
      withStore(async (store) => {
        await connect(stage, store);
        expect(await signIn(stage)).toEqual({ code: null, page: 200 });
        expect(await stage.consume()).toMatchObject({ entitled: true });
        await connect(stage, store, { client: 'b' });
        expect(await stage.command('restore', { client: 'b' })).toMatchObject({ restored: true });
        const { items } = await stage.command('consumable', { client: 'b', product: stage.bed.product });
        expect(items).toMatchObject([{ rn: stage.license.rn }]);
        await stage.command('sign-out', { client: 'b' });
        await eventually(() => expect(stage.events('released')).toHaveLength(1));
        expect(await stage.command('restore', { client: 'b' })).toMatchObject({ restored: false });
      }),
  },
  ...(
    [
      ['denied', false, () => undefined],
      ['wrong-state', true, (answer) => answer.searchParams.set('state', 'another')],
      ['wrong-issuer', true, (answer) => answer.searchParams.set('iss', 'https://elsewhere.example')],
    ] as readonly (readonly [string, boolean, (answer: URL) => void])[]
  ).map(([code, allow, change]) => ({
    name: `sign-in refused: ${code}`,
    run: (stage: Stage) =>
      withStore(async (store) => {
        await connect(stage, store);
        expect(await signIn(stage, allow, change)).toEqual({ code, page: 400 });
        expect(await stage.command('restore')).toMatchObject({ restored: false });
      }),
  })),
  {
    name: 'consume refused: forbidden, for the product of another application',
    run: (stage) =>
      withStore(async (store) => {
        await connect(stage, store);
        await signIn(stage);
        const product = await createProduct(stage.bed.test, 'another-studio');
        expect(await codeOf(stage.consume({ product }))).toBe('forbidden');
      }),
  },
  {
    name: 'sign-in: the client is closed, and the browser finds nothing',
    run: (stage) =>
      withStore(async (store) => {
        await connect(stage, store);
        const signingIn = codeOf(stage.command('sign-in'));
        const redirect = new URL(await shown(stage, 'open', 'address')).searchParams.get('redirect_uri') ?? '';
        await stage.command('close');
        expect(await signingIn).toBe('closed');
        await expect(fetch(redirect)).rejects.toThrow('fetch failed');
      }),
  },
  {
    name: 'sign-in: the client is closed while the code waits',
    run: (stage) =>
      withStore(async (store) => {
        await connect(stage, store);
        const signingIn = codeOf(stage.command('sign-in-by-code'));
        await shown(stage, 'code', 'code');
        await stage.command('close');
        expect(await signingIn).toBe('closed');
      }),
  },
  {
    name: 'sign-in by a code',
    run: (stage) =>
      withStore(async (store) => {
        await connect(stage, store);
        const signingIn = stage.command('sign-in-by-code');
        const body = { 'user-code': await shown(stage, 'code', 'code'), allow: true };
        await stage.bed.test.as(stage.ugo, 'POST /auth/v1/device', body);
        await signingIn;
        expect(await stage.consume()).toMatchObject({ entitled: true });
      }),
  },
  {
    name: 'sign-in by a code that the user denies',
    run: (stage) =>
      withStore(async (store) => {
        await connect(stage, store);
        const signingIn = codeOf(stage.command('sign-in-by-code'));
        const body = { 'user-code': await shown(stage, 'code', 'code'), allow: false };
        await stage.bed.test.as(stage.ugo, 'POST /auth/v1/device', body);
        expect(await signingIn).toBe('denied');
      }),
  },
  {
    name: 'two processes with one store renew its tokens at the same time, and both stay signed in',
    run: (stage, driver) =>
      withStore(async (store) => {
        await connect(stage, store);
        await signIn(stage);
        const first = await refresh(store);
        const other: Driver = driver.another();
        const line = { client: 'other', 'base-url': stage.bed.url, application: stage.bed.application, store };
        await other.send({ ...line, do: 'connect', 'ahead-ms': almostAnHour });
        await other.send({ do: 'restore', client: 'other' });
        await connect(stage, store, { 'ahead-ms': almostAnHour });
        await stage.command('restore');
        const [one, two] = await Promise.all([
          stage.command('access-token'),
          other.send({ do: 'access-token', client: 'other' }),
        ]);
        expect(two['token']).toBe(one['token']);
        expect(await refresh(store)).not.toBe(first);
        expect((await stage.command('consumable'))['items']).toHaveLength(1);
        expect((await other.send({ do: 'consumable', client: 'other' }))['items']).toHaveLength(1);
        expect(await other.close()).toBe(0);
      }),
  },
];
