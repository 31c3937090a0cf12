import { expect } from 'vitest';
import type { Stage } from '../bed.ts';
import { type Case, codeOf, eventually, expectEntitled, steps } from '../case.ts';

const streams = /\/waiting\/.+\/events/;
const polls = /\/waiting\/.+\/wait\?/;
const follows = /\/waiting\/.+\/(events|wait)/;

/** Another user, the client `b`, waits for the seat that the client `a` has. */
async function startWaiting(stage: Stage) {
  const uma = await stage.bed.test.createPerson(stage.account, 'Uma', null);
  await stage.connect();
  await stage.consume();
  await eventually(() => expect(stage.proxy.passed(steps.events)).toBeGreaterThan(0));
  await stage.connect({ client: 'b', token: uma.token });
  const consumed = stage.consume({ client: 'b', device: { id: 'device-b' }, wait: true });
  consumed.catch(() => undefined);
  await eventually(() => expect(stage.events('place', 'b')).toMatchObject([{ place: 1 }]));
  return { consumed, places: () => placesOf(stage) };
}

async function placesOf({ bed, ada }: Stage): Promise<readonly { id: string }[]> {
  return (await bed.test.as(ada, `GET /license/v1/waiting?product=${bed.product}`)).body['items'] as never;
}

export const waitingCases: readonly Case[] = [
  {
    name: 'waiting: the seat that is released is offered, and taken',
    async run(stage) {
      const { consumed } = await startWaiting(stage);
      await stage.command('release');
      expect(await consumed).toMatchObject({ license: stage.license.rn, entitled: true });
    },
  },
  {
    name: 'waiting: the place outlives connections that are cut',
    async run(stage) {
      stage.proxy.fault(follows, 'cut', 2);
      const { consumed } = await startWaiting(stage);
      await eventually(() => expect(stage.proxy.seen(follows)).toBeGreaterThan(2));
      await stage.command('release');
      await consumed;
      await expectEntitled(stage, 'b');
    },
  },
  {
    name: 'waiting: a stream brings the offer',
    async run(stage) {
      const { consumed } = await startWaiting(stage);
      await eventually(() => expect(stage.proxy.passed(streams)).toBeGreaterThan(0));
      await stage.command('release');
      await consumed;
      expect(stage.proxy.seen(polls)).toBe(0);
    },
  },
  {
    name: 'waiting: polls bring the offer where no stream gets through',
    async run(stage) {
      stage.proxy.fault(streams, 'page', 200);
      const { consumed } = await startWaiting(stage);
      await eventually(() => expect(stage.proxy.seen(polls)).toBeGreaterThan(0));
      await stage.command('release');
      expect(await consumed).toMatchObject({ license: stage.license.rn, entitled: true });
    },
  },
  {
    name: 'waiting: the client is closed',
    async run(stage) {
      const { consumed, places } = await startWaiting(stage);
      await eventually(() => expect(stage.proxy.seen(follows)).toBeGreaterThan(0));
      await stage.command('close', { client: 'b' });
      expect(await codeOf(consumed)).toBe('closed');
      await eventually(async () => expect(await places()).toEqual([]));
    },
  },
  {
    name: 'waiting: an administrator sends away',
    async run(stage) {
      const { consumed, places } = await startWaiting(stage);
      // Only an open stream, or a poll, says why a place has ended.
      await eventually(() => expect(stage.proxy.passed(streams)).toBeGreaterThan(0));
      for (const { id } of await places()) await stage.bed.test.as(stage.ada, `DELETE /license/v1/waiting/${id}`);
      expect(await codeOf(consumed)).toBe('sent-away');
    },
  },
  {
    name: 'waiting: the application leaves the line',
    async run(stage) {
      const { consumed, places } = await startWaiting(stage);
      await stage.command('leave', { client: 'b' });
      expect(await codeOf(consumed)).toBe('left');
      await eventually(async () => expect(await places()).toEqual([]));
    },
  },
  {
    name: 'waiting: a message reaches the application of the holder, and a second one is refused: already-asked',
    async run(stage) {
      await startWaiting(stage);
      expect(await stage.command('ask', { client: 'b', message: 'I have a deadline.' })).toEqual({ asked: 1 });
      await eventually(() =>
        expect(stage.events('asked')).toMatchObject([{ message: 'I have a deadline.', waiting: 1 }]),
      );
      const again = stage.command('ask', { client: 'b', message: 'Please.' });
      expect(await codeOf(again)).toBe('already-asked');
      await stage.command('leave', { client: 'b' });
    },
  },
  {
    name: 'taking over: a refusal names the user’s own device that has the seat',
    async run(stage) {
      await stage.connect();
      await stage.consume();
      await stage.connect({ client: 'b' });
      const refused = stage.consume({ client: 'b', device: { id: 'device-b' } });
      await expect(refused).rejects.toMatchObject({ code: 'no-seat', heldByMe: ['Desk'] });
    },
  },
  {
    name: 'taking over: the user’s other device is released and saves first',
    async run(stage) {
      await stage.connect();
      await stage.consume();
      await stage.connect({ client: 'b' });
      const taken = await stage.consume({ client: 'b', device: { id: 'device-b' }, 'take-over': true });
      expect(taken).toMatchObject({ license: stage.license.rn, entitled: true });
      expect(stage.events('released')).toMatchObject([{ reason: 'taken-over' }]);
    },
  },
];
