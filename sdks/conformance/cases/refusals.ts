import { randomUUID } from 'node:crypto';
import { parseRn } from '@keyhold/contract';
import { expect } from 'vitest';
import { inTransaction } from '../../../apps/server/src/db/database.ts';
import {
  createLicense,
  createProduct,
  everyone,
  lapse,
  setLicense,
} from '../../../apps/server/test/licensing/leases.ts';
import type { Stage } from '../bed.ts';
import { type Case, codeOf, eventually, expectEntitled, steps } from '../case.ts';

const past = new Date('2020-01-01');

/** A pool for everyone, in place of the license of the stage. */
async function createPool({ bed, ada, account, license }: Stage, seats: number, rules: object): Promise<void> {
  await setLicense(bed.test, license.id, { policies: '[]' as never });
  const licenses: string[] = [];
  for (let seat = 0; seat < seats; seat += 1) {
    licenses.push((await createLicense(bed.test, account, { kind: 'No one' })).rn);
  }
  const pool = { name: 'Studio', product: bed.product, licenses, consumers: { kind: 'everyone' } };
  const made = await bed.test.as(ada, 'POST /license/v1/pools', { 'account-id': account, ...pool });
  const path = `PUT /license/v1/pools/${parseRn(made.body.item.rn).resourceId}/rules` as const;
  expect((await bed.test.as(ada, path, rules)).status).toBe(200);
}

/** What makes a consume fail, by the code. */
const refused: Readonly<Record<string, (stage: Stage) => Promise<object | undefined>>> = {
  async 'no-seat'(stage) {
    await stage.connect({ client: 'b' });
    await stage.consume({ client: 'b', device: { id: 'device-b' } });
    return undefined;
  },
  async 'release-pending'(stage) {
    await stage.connect({ client: 'b', saves: true });
    await stage.consume({ client: 'b', device: { id: 'device-b' } });
    await stage.bed.test.as(stage.ada, `POST /license/v1/licenses/${stage.license.id}/unassign`, {});
    await eventually(() => expect(stage.events('released', 'b')).toHaveLength(1));
    return undefined;
  },
  async 'not-eligible'(stage) {
    await setLicense(stage.bed.test, stage.license.id, { policies: '[]' as never });
    return undefined;
  },
  async 'license-expired'(stage) {
    await setLicense(stage.bed.test, stage.license.id, { 'expiry-perpetual': false, 'expiry-date': past });
    return undefined;
  },
  async 'license-suspended'(stage) {
    await setLicense(stage.bed.test, stage.license.id, { status: 'Suspended' });
    return undefined;
  },
  async 'maintenance-ended'(stage) {
    const ended = { type: 'Perpetual', 'maintenance-start': past, 'maintenance-end': new Date('2021-01-01') } as const;
    await setLicense(stage.bed.test, stage.license.id, ended);
    return { 'released-on': '2026-03-01T00:00:00Z' };
  },
  async 'version-not-covered'({ bed: { test }, account }) {
    const product = await createProduct(test, 'covered-studio');
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx.updateTable('products').set({ 'enforce-version': true }).where('id', '=', 'covered-studio').execute(),
    );
    await createLicense(test, account, everyone, { 'product-id': 'covered-studio', version: '25.9' });
    return { product };
  },
  async 'pool-limit'(stage) {
    await createPool(stage, 2, { 'per-user': 1 });
    await stage.connect({ client: 'b' });
    await stage.consume({ client: 'b', device: { id: 'device-b' } });
    return undefined;
  },
  async 'pool-reserved'(stage) {
    const named = { name: 'Render', 'account-id': stage.account };
    const { rn: tag } = (await stage.bed.test.as(stage.ada, 'POST /iam/v1/tags', named)).body.item;
    await createPool(stage, 1, { shares: [{ tag, reserve: 1, limit: null }] });
    return undefined;
  },
  invalid: async () => ({ product: 'unknown' }),
  async authentication(stage) {
    await stage.connect({ token: `${stage.ugo.token}x` });
    return undefined;
  },
};

/** What ends a lease with the next heartbeat, by the reason that the application gets. */
const ended: Readonly<Record<string, (stage: Stage) => Promise<unknown>>> = {
  async copied(stage) {
    const { 'lease-id': id } = await stage.seat();
    return stage.bed.test.as(stage.ugo, `POST /license/v1/leases/${id}/heartbeat`, {
      epoch: 1,
      seq: 90,
      nonce: 'copy',
    });
  },
  async 'epoch-stale'(stage) {
    await stage.connect({ client: 'b' });
    return stage.consume({ client: 'b' });
  },
  released: (stage) => stage.bed.test.as(stage.ada, `POST /license/v1/licenses/${stage.license.id}/unassign`, {}),
  async 'license-suspended'(stage) {
    const path = `PUT /license/v1/licenses/${stage.license.id}/status` as const;
    const reply = await stage.bed.test.as(stage.bed.test.people.root, path, { status: 'Suspended' });
    expect(reply.status).toBe(200);
  },
  'session-ended': (stage) => stage.bed.test.as(stage.ugo, 'POST /auth/v1/logout', {}),
  'user-deleted': (stage) => stage.bed.test.as(stage.ada, `DELETE /iam/v1/users/${stage.ugo.id}`),
  'user-inactive': (stage) =>
    stage.bed.test.as(stage.ada, `PUT /iam/v1/users/${stage.ugo.id}/status`, { status: 'Inactive' }),
};

export const refusalCases: readonly Case[] = [
  ...Object.entries(refused).map(([code, arrange]) => ({
    name: `consume refused: ${code}`,
    async run(stage: Stage) {
      await stage.connect();
      const options = await arrange(stage);
      expect(await codeOf(stage.consume({ ...options }))).toBe(code);
    },
  })),
  ...Object.entries(ended).map(([reason, arrange]) => ({
    name: `lease ended: ${reason}`,
    async run(stage: Stage) {
      await stage.connect();
      await stage.consume();
      await eventually(() => expect(stage.proxy.passed(steps.events)).toBe(1));
      await arrange(stage);
      await eventually(() => expect(stage.events('ended')).toHaveLength(1));
      const reasons = stage.events('released').map((event) => event['reason']);
      // Without the event, the next heartbeat says only that no user is signed in.
      expect(reasons).toEqual([reasons[0] === 'authentication' && reason === 'session-ended' ? reasons[0] : reason]);
      expect(await stage.command('state')).toMatchObject({ entitled: false });
    },
  })),
  {
    name: 'lease lapsed: resumed by the next heartbeat',
    async run(stage) {
      await stage.connect();
      await stage.consume();
      await lapse(stage.bed.test, stage.license.id);
      await eventually(async () => expect((await stage.seat())['epoch']).toBe(2));
      await eventually(async () => expect((await stage.command('state'))['epoch']).toBe(2));
      await expectEntitled(stage);
      expect(stage.events('released')).toEqual([]);
    },
  },
  {
    name: 'lease not found: consumed again by the next heartbeat',
    async run(stage) {
      await stage.connect();
      await stage.consume();
      await setLicense(stage.bed.test, stage.license.id, { 'lease-id': randomUUID() });
      await eventually(() => expect(stage.proxy.passed(steps.consume)).toBe(2));
      await eventually(() => expect(stage.proxy.passed(steps.heartbeat)).toBeGreaterThan(1));
      await expectEntitled(stage);
      expect(stage.events('released')).toEqual([]);
    },
  },
  {
    name: 'seat freed now: the lease ends without an acknowledgement',
    async run(stage) {
      await stage.connect();
      await stage.consume();
      const path = `POST /license/v1/licenses/${stage.license.id}/unassign` as const;
      await stage.bed.test.as(stage.ada, path, { mode: 'now' });
      await eventually(() => expect(stage.events('ended')).toHaveLength(1));
      expect(stage.proxy.seen(steps.heartbeat) + stage.proxy.seen(steps.events)).toBeGreaterThan(0);
    },
  },
];
