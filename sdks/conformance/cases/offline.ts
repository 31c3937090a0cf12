import { expect } from 'vitest';
import { createLicense, everyone } from '../../../apps/server/test/licensing/leases.ts';
import { type Case, codeOf, eventually, expectEntitled, steps } from '../case.ts';
import { withStore } from './with-store.ts';

const day = 86_400_000;

export const offlineCases: readonly Case[] = [
  {
    name: 'offline: the days of a check-out are over: offline-ended',
    async run(stage) {
      await stage.connect();
      await stage.consume();
      await stage.command('take-offline', { days: 2 });
      await stage.command('clock', { 'ahead-ms': 3 * day });
      await eventually(() => expect(stage.events('ended')).toHaveLength(1));
      expect(stage.events('released')).toMatchObject([{ reason: 'offline-ended' }]);
      expect(await stage.command('state')).toMatchObject({ standing: 'ended', entitled: false });
      expect(stage.proxy.seen(steps.acknowledge)).toBe(0);
    },
  },
  {
    name: 'offline: the days of a check-out of an earlier run are over: offline-ended',
    run: (stage) =>
      withStore(async (store) => {
        await stage.connect({ store });
        await stage.consume();
        await stage.command('take-offline', { days: 2 });
        await stage.command('release');
        await stage.connect({ client: 'b', store });
        expect(await stage.consume({ client: 'b' })).toMatchObject({ standing: 'offline' });
        await stage.command('clock', { client: 'b', 'ahead-ms': 3 * day });
        await eventually(() => expect(stage.events('ended', 'b')).toHaveLength(1));
        expect(stage.events('released', 'b')).toMatchObject([{ reason: 'offline-ended' }]);
      }),
  },
  {
    name: 'offline: the return of the seat ends the lease, without a release',
    async run(stage) {
      await stage.connect();
      await stage.consume();
      await stage.command('take-offline', { days: 2 });
      expect(stage.events('ended')).toEqual([]);
      await stage.command('return');
      await eventually(() => expect(stage.events('ended')).toHaveLength(1));
      expect(stage.events('released')).toEqual([]);
      expect(await stage.command('state')).toMatchObject({ standing: 'ended', entitled: false });
      expect(await stage.seat()).toMatchObject({ 'lease-state': 'free' });
    },
  },
  {
    name: 'offline: a second license of the product on the device is refused: already-offline',
    run: (stage) =>
      withStore(async (store) => {
        const { test } = stage.bed;
        await createLicense(test, stage.account, everyone);
        const other = await test.createPerson(stage.account, 'Uma', null);
        await stage.connect({ store });
        const first = await stage.consume();
        await stage.command('take-offline', { days: 2 });
        await stage.connect({ client: 'b', store, token: other.token });
        await stage.consume({ client: 'b' });
        expect(await codeOf(stage.command('take-offline', { client: 'b', days: 2 }))).toBe('already-offline');
        await expectEntitled(stage, 'b');
        await stage.command('release');
        await stage.connect({ client: 'c', store });
        expect(await stage.consume({ client: 'c' })).toMatchObject({
          standing: 'offline',
          license: first['license'],
        });
      }),
  },
  {
    name: 'offline: a release after a check-out whose every reply is lost returns the seat',
    async run(stage) {
      await stage.connect();
      await stage.consume();
      stage.proxy.fault(steps['take-offline'], 'lose-reply', 100);
      expect(await codeOf(stage.command('take-offline', { days: 2 }))).toBe('unreachable');
      expect(await stage.seat()).toMatchObject({ 'lease-state': 'offline' });
      await stage.command('release');
      expect(await stage.seat()).toMatchObject({ 'lease-state': 'free' });
    },
  },
];
