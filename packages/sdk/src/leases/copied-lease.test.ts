import { expect } from 'vitest';
import { eventually, heard, request, test } from '../../test/application.ts';
import { CopiedError } from '../replies/errors.ts';
import { refusalOf } from '../replies/refusal.ts';

const heartbeat = /heartbeat/;
const consume = /^POST \/license\/v1\/leases$/;

test('a device whose copy goes on loses the seat, and does not consume by itself', async ({ server, hold, pass }) => {
  const lease = await hold();
  const released = heard(lease, 'released');
  // The other copy was as far as this one, and was faster.
  server.seat.beat = { seq: 1, nonce: 'of the other copy' };
  await pass(35_000);
  await lease.ended;
  expect(released).toMatchObject([{ reason: 'copied', by: null }]);
  expect(lease).toMatchObject({ standing: 'ended', entitled: false });
  await pass(100_000);
  expect([server.count(consume), server.count(heartbeat), server.count(/ack|DELETE/)]).toEqual([1, 1, 0]);
  expect(server.seat).toMatchObject({ state: 'active', epoch: 1 });
});

test('a refused copy whose application consumes again gets the seat, and the other one loses it', async ({
  server,
  hold,
  connect,
  leases,
  pass,
}) => {
  const lease = await hold();
  server.seat.beat = { seq: 7, nonce: 'of the other copy' };
  heard(lease, 'released');
  await pass(35_000);
  await lease.ended;
  const again = await connect().consume(request);
  leases.push(again);
  expect(again.epoch).toBe(2);
  await pass(65_000);
  expect(again.standing).toBe('active');
});

test('a heartbeat whose reply is lost is repeated as it was, and counts from its first sending', async ({
  server,
  hold,
  pass,
}) => {
  const lease = await hold();
  const released = heard(lease, 'released');
  server.mishap(heartbeat, 'lose-reply', 'unavailable', 'lose-reply');
  await pass(60_000);
  await eventually(() => expect(server.count(heartbeat)).toBeGreaterThanOrEqual(5));
  const [, ...nonces] = server.nonces;
  expect(new Set(nonces.slice(0, 4)).size).toBe(1);
  expect(new Set(nonces.slice(3)).size).toBe(nonces.length - 3);
  expect(released).toEqual([]);
  expect(lease).toMatchObject({ standing: 'active', epoch: 1 });
});

test('the reply to a repeated heartbeat grants no longer than one to its first sending', async ({
  clock,
  server,
  hold,
  pass,
}) => {
  const lease = await hold();
  server.mishap(heartbeat, 'late');
  // The heartbeat is due at the end of this time: it is sent now.
  clock.advance(30_000);
  const sentAt = clock.now();
  await eventually(() => expect(server.late).toHaveLength(1));
  await eventually(() => {
    clock.advance(1000);
    expect(server.count(heartbeat)).toBe(2);
  });
  server.late[0]?.();
  await pass(1000);
  await server.stop();
  clock.jump(sentAt + 89_900 - clock.now());
  expect(lease.entitled).toBe(true);
  clock.jump(200);
  expect(lease.entitled).toBe(false);
});

test('copied is an error of its own', () => {
  const body = { success: false, errors: ['A copy.'], problems: [{ code: 'copied', message: 'A copy.' }] };
  expect(refusalOf(new Response(null, { status: 409 }), body)).toBeInstanceOf(CopiedError);
});
