import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { issueAddonLicense } from '../../../apps/server/test/licensing/issued-licenses.ts';
import type { Stage } from '../bed.ts';
import { type Case, codeOf, eventually, expectEntitled, steps } from '../case.ts';
import { withStore } from './with-store.ts';

const day = 86_400_000;

const inDays = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * day).toISOString();

async function endOn({ bed: { test }, license }: Stage, date: string): Promise<void> {
  const expiry = { perpetual: false, date, period: null };
  expect((await test.as(test.people.system, `PUT /license/v1/licenses/${license.id}/terms`, { expiry })).status).toBe(
    200,
  );
}

const unassign = (stage: Stage) =>
  stage.bed.test.as(stage.ada, `POST /license/v1/licenses/${stage.license.id}/unassign`, {});
const message = (stage: Stage, text: string) =>
  stage.bed.test.as(stage.ada, `POST /license/v1/licenses/${stage.license.id}/message`, { message: text });

export const lifeCases: readonly Case[] = [
  {
    name: 'heartbeats report for how long the user has been away: idle-ms',
    async run(stage) {
      await stage.connect();
      await stage.consume({ 'idle-ms': 61_000 });
      await eventually(async () => expect(await stage.seat()).toMatchObject({ 'idle-ms': 61_000 }));
      await expectEntitled(stage);
    },
  },
  {
    name: 'consume names the license, its standing and no add-on',
    async run(stage) {
      await stage.connect();
      const lease = await stage.consume();
      expect(lease).toMatchObject({
        license: stage.license.rn,
        epoch: 1,
        standing: 'active',
        entitled: true,
        addons: [],
      });
    },
  },
  {
    name: 'consume by the id of the product, and by the rn of the license',
    async run(stage) {
      await stage.connect();
      expect(await stage.consume({ product: 'studio', license: stage.license.rn })).toMatchObject({ entitled: true });
    },
  },
  {
    name: 'the list of licenses names the product, and whether a license is free or held by the user',
    async run(stage) {
      await stage.connect();
      const list = async () => (await stage.command('consumable', { product: stage.bed.product }))['items'];
      const license = { rn: stage.license.rn, product: stage.bed.product };
      expect(await list()).toMatchObject([{ ...license, available: true, 'held-by-me': false }]);
      await stage.consume();
      expect(await list()).toMatchObject([{ ...license, 'held-by-me': true }]);
    },
  },
  {
    name: 'another user who signs in ends the lease: user-changed',
    async run(stage) {
      const other = await stage.bed.test.createPerson(stage.account, 'Uma', null);
      await stage.connect();
      await stage.consume();
      await stage.command('use-token', { token: other.token });
      await eventually(() => expect(stage.events('ended')).toHaveLength(1));
      expect(stage.events('released')).toMatchObject([{ reason: 'user-changed' }]);
      expect(await stage.seat()).toMatchObject({ 'lease-state': 'free' });
    },
  },
  {
    name: 'a release waits for the application’s own saving, and is acknowledged then',
    async run(stage) {
      await stage.connect({ saves: true });
      await stage.consume();
      await unassign(stage);
      await eventually(() => expect(stage.events('released')).toHaveLength(1));
      expect(await stage.command('state')).toMatchObject({ standing: 'releasing', entitled: false });
      expect([stage.proxy.seen(steps.acknowledge), stage.events('ended').length]).toEqual([0, 0]);
      await stage.command('saved');
      await eventually(() => expect(stage.events('ended')).toHaveLength(1));
      expect(stage.proxy.passed(steps.acknowledge)).toBe(1);
    },
  },
  {
    name: 'an administrator’s message is shown once, and acknowledged',
    async run(stage) {
      await stage.connect();
      await stage.consume();
      await message(stage, 'Lunch is ready.');
      await eventually(() => expect(stage.proxy.passed(/messages\/.+\/ack$/)).toBe(1));
      expect(stage.events('message').map((event) => event['message'])).toEqual(['Lunch is ready.']);
    },
  },
  {
    name: 'add-ons arrive while the lease is held',
    async run(stage) {
      await stage.connect();
      await stage.consume();
      const addon = await issueAddonLicense(stage.bed.test, stage.account, 'colour-server');
      const path = `POST /license/v1/licenses/${stage.license.id}/addons` as const;
      await stage.bed.test.as(stage.ada, path, { addon: addon.rn });
      await eventually(() => expect(stage.events('entitlements')).toMatchObject([{ addons: [addon.of] }]));
    },
  },
  {
    name: 'blocked streams are replaced by the long poll',
    async run(stage) {
      await stage.connect();
      stage.proxy.fault(steps.events, 'unavailable', 100);
      await stage.consume();
      await eventually(() => expect(stage.proxy.seen(/\/wait\?/)).toBeGreaterThan(0));
      await unassign(stage);
      await eventually(() => expect(stage.events('released')).toMatchObject([{ reason: 'released' }]));
    },
  },
  {
    name: 'an outage longer than the lease suspends it, and it is resumed afterwards',
    async run(stage) {
      await stage.connect();
      await stage.consume();
      stage.proxy.down(true);
      await eventually(() => expect(stage.events('suspended')).toHaveLength(1));
      expect(await stage.command('state')).toMatchObject({ standing: 'suspended', entitled: false });
      stage.proxy.down(false);
      await eventually(() => expect(stage.events('resumed')).toMatchObject([{ license: stage.license.rn }]));
      await expectEntitled(stage);
    },
  },
  {
    name: 'a server that never answers does not cost the lease',
    async run(stage) {
      await stage.connect();
      await stage.consume();
      stage.proxy.fault(steps.heartbeat, 'freeze');
      await eventually(() => expect(stage.proxy.passed(steps.heartbeat)).toBeGreaterThan(0));
      await expectEntitled(stage);
      expect(stage.events('suspended')).toEqual([]);
    },
  },
  {
    name: 'functions of the application that fail end neither the heartbeats nor the release',
    async run(stage) {
      await stage.connect({ fails: true });
      await stage.consume();
      await message(stage, 'Lunch is ready.');
      await eventually(() => expect(stage.events('message')).toHaveLength(1));
      await eventually(() => expect(stage.proxy.passed(steps.heartbeat)).toBeGreaterThan(1));
      await expectEntitled(stage);
      await unassign(stage);
      await eventually(() => expect(stage.events('ended')).toHaveLength(1));
      expect(stage.events('released')).toMatchObject([{ reason: 'released' }]);
      expect(stage.proxy.passed(steps.acknowledge)).toBe(1);
    },
  },
  {
    name: 'the end of the license is shown once, and again when it changes',
    async run(stage) {
      const [on, later] = [inDays(3), inDays(5)];
      await endOn(stage, on);
      await stage.connect();
      await stage.consume();
      await eventually(() => expect(stage.events('ending')).toMatchObject([{ on }]));
      stage.proxy.down(true);
      stage.proxy.down(false);
      await eventually(() => expect(stage.proxy.passed(steps.events)).toBeGreaterThan(1));
      await endOn(stage, later);
      await eventually(() => expect(stage.events('ending')).toMatchObject([{ on }, { on: later }]));
    },
  },
  {
    name: 'the end of the license is shown once by the long poll',
    async run(stage) {
      const on = inDays(3);
      stage.proxy.fault(steps.events, 'unavailable', 100);
      await endOn(stage, on);
      await stage.connect();
      await stage.consume();
      await eventually(() => expect(stage.events('ending')).toMatchObject([{ on }]));
      const polled = stage.proxy.seen(/\/wait\?/);
      await message(stage, 'Lunch is ready.');
      await eventually(() => expect(stage.events('message')).toHaveLength(1));
      await eventually(() => expect(stage.proxy.seen(/\/wait\?/)).toBeGreaterThan(polled));
      expect(stage.events('ending')).toHaveLength(1);
    },
  },
  {
    name: 'a check-out whose every reply is lost: the lease goes on as offline with a heartbeat',
    async run(stage) {
      await stage.connect();
      await stage.consume();
      stage.proxy.fault(steps['take-offline'], 'lose-reply', 100);
      expect(await codeOf(stage.command('take-offline', { days: 2 }))).toBe('unreachable');
      stage.proxy.mend();
      await eventually(() => expect(stage.events('offline')).toHaveLength(1));
      expect(await stage.command('state')).toMatchObject({ standing: 'offline', entitled: true });
      await stage.command('return');
      expect(await stage.seat()).toMatchObject({ 'lease-state': 'free' });
    },
  },
  {
    name: 'a clock that is a day behind refuses the check-out',
    async run(stage) {
      await stage.connect({ 'ahead-ms': -day });
      await stage.consume();
      expect(await codeOf(stage.command('take-offline', { days: 2 }))).toBe('clock-went-back');
      await expectEntitled(stage);
    },
  },
  {
    name: 'a lease that is checked out goes on as offline, and is opened again by consume and without a server',
    run: (stage) =>
      withStore(async (store) => {
        await stage.connect({ store });
        await stage.consume();
        await stage.command('take-offline', { days: 2 });
        expect(await stage.command('state')).toMatchObject({ standing: 'offline', entitled: true });
        await stage.command('release');
        expect(await stage.seat()).toMatchObject({ 'lease-state': 'offline' });
        stage.proxy.down(true);
        await stage.connect({ client: 'b', store });
        expect(await stage.consume({ client: 'b' })).toMatchObject({ standing: 'offline', entitled: true });
        await stage.command('clock', { client: 'b', 'ahead-ms': 3 * day });
        expect(await stage.command('state', { client: 'b' })).toMatchObject({ entitled: false });
      }),
  },
  {
    name: 'a calendar that was set back does not open an offline lease',
    run: (stage) =>
      withStore(async (store) => {
        await stage.connect({ store });
        await stage.consume();
        await stage.command('take-offline', { days: 2 });
        await stage.connect({ client: 'b', store, 'ahead-ms': -day });
        const device = { id: 'device-a' };
        const opened = stage.command('open-offline', { client: 'b', product: stage.bed.product, device });
        expect(await codeOf(opened)).toBe('clock-went-back');
        await stage.command('return');
      }),
  },
  {
    name: 'without the root key no seat is checked out',
    async run(stage) {
      await stage.connect({ 'root-key': null });
      await stage.consume();
      expect(await codeOf(stage.command('take-offline', { days: 2 }))).toBe('no-root-key');
      expect(await stage.seat()).toMatchObject({ 'lease-state': 'active' });
    },
  },
  {
    name: 'the files of the store can be read by their owner only',
    run: (stage) =>
      withStore(async (store) => {
        await stage.connect({ store });
        await stage.consume();
        await stage.command('take-offline', { days: 2 });
        const files = (await readdir(store)).map((name) => join(store, name));
        expect(files.length).toBeGreaterThan(0);
        for (const file of files) expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
        await stage.command('return');
      }),
  },
  {
    name: 'a refused token names no other user’s seat: another user gets none',
    async run(stage) {
      const other = await stage.bed.test.createPerson(stage.account, 'Uma', null);
      await stage.connect();
      await stage.consume();
      await stage.connect({ client: 'b', token: other.token });
      expect(await codeOf(stage.consume({ client: 'b' }))).toBe('no-seat');
      await expectEntitled(stage);
    },
  },
];
