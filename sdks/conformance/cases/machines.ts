import { parseRn } from '@keyhold/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { createLicense, setLicense } from '../../../apps/server/test/licensing/leases.ts';
import type { Stage } from '../bed.ts';
import { type Case, codeOf, eventually, expectEntitled, steps } from '../case.ts';
import { withStore } from './with-store.ts';

/** A service account that one license names, with an API token. */
async function createMachine({ bed: { test }, ada, account }: Stage) {
  const named = { name: 'Render farm', 'account-id': account };
  const { rn } = (await test.as(ada, 'POST /iam/v1/service-accounts', named)).body.item;
  const tokens = `/iam/v1/service-accounts/${parseRn(rn).resourceId}/tokens` as const;
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  const made = await test.as(ada, `POST ${tokens}`, { name: 'Token', 'expires-on': expires, addresses: [] });
  const { secret, item } = made.body as unknown as { secret: string; item: { id: string } };
  const license = await createLicense(test, account, { kind: 'User', user: rn });
  return { license, token: secret, revoke: () => test.as(ada, `DELETE ${tokens}/${item.id}`) };
}

export const machineCases: readonly Case[] = [
  {
    name: 'a machine consumes with its API token, whose revocation ends the lease: session-ended',
    async run(stage) {
      const { license, token, revoke } = await createMachine(stage);
      await stage.connect({ token });
      expect(await stage.consume()).toMatchObject({ license: license.rn, standing: 'active', entitled: true });
      await eventually(() => expect(stage.proxy.passed(steps.heartbeat)).toBeGreaterThan(0));
      await expectEntitled(stage);
      await revoke();
      await eventually(() => expect(stage.events('ended')).toHaveLength(1));
      const reasons = stage.events('released').map((event) => event['reason']);
      // Without the event, the next heartbeat says only that the token is not valid.
      expect(reasons).toEqual([reasons[0] === 'authentication' ? reasons[0] : 'session-ended']);
      // The lease's own token acknowledges the end: nobody waits for the lease to expire.
      const { body } = await stage.bed.test.as(stage.ada, `GET /license/v1/licenses/${license.id}`);
      expect(body.item).toMatchObject({ state: { user: null } });
    },
  },
  {
    name: 'a machine releases its seat, and consumes again',
    async run(stage) {
      const { token, license } = await createMachine(stage);
      await stage.connect({ token });
      await stage.consume();
      await stage.command('release');
      expect(await stage.consume()).toMatchObject({ license: license.rn, entitled: true });
    },
  },
  {
    name: 'a machine takes its seat offline, and opens it in a later run',
    run: (stage) =>
      withStore(async (store) => {
        const { token } = await createMachine(stage);
        await stage.connect({ token, store });
        await stage.consume();
        await stage.command('take-offline', { days: 2 });
        await stage.command('release');
        stage.proxy.down(true);
        await stage.connect({ client: 'b', token, store });
        expect(await stage.consume({ client: 'b' })).toMatchObject({ standing: 'offline', entitled: true });
      }),
  },
  {
    name: 'consume refused: an API token that is not valid',
    async run(stage) {
      await stage.connect({ token: 'kh_unknown' });
      expect(await codeOf(stage.consume())).toBe('authentication');
    },
  },
  {
    name: 'max-seconds ends the lease by itself: time-over',
    async run(stage) {
      await stage.connect();
      await stage.consume({ 'max-seconds': 60 });
      expect((await stage.seat())['lease-ends-on']).toBeInstanceOf(Date);
      const past = sql<Date>`now() - interval '1 second'` as never;
      await setLicense(stage.bed.test, stage.license.id, { 'lease-ends-on': past, 'expires-at': past });
      await eventually(() => expect(stage.events('ended')).toHaveLength(1));
      expect(stage.events('released')).toMatchObject([{ reason: 'time-over' }]);
      expect(await stage.command('state')).toMatchObject({ entitled: false });
    },
  },
  {
    name: 'consume refused: max-seconds below a minute',
    async run(stage) {
      await stage.connect();
      expect(await codeOf(stage.consume({ 'max-seconds': 59 }))).toBe('invalid');
    },
  },
];
