import type { Lease, LeaseEvents, PlaceInLine } from '@keyhold/sdk';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../../../test/soon.ts';
import type { Person } from '../../../../test/app.ts';
import { createLicense, everyone } from '../../../../test/licensing/leases.ts';
import { openSdkTest } from '../../../../test/licensing/sdk.ts';

const here = openSdkTest();
const { consume } = here;
let held: Lease;

beforeEach(async () => {
  await createLicense(here.test, here.account, everyone);
  held = await consume(here.ada, 'first');
});

/** Begins to wait, and returns once the place is followed. */
async function wait(person: Person, device: string, wished: Parameters<typeof consume>[2] = {}) {
  const places: PlaceInLine[] = [];
  const following = vi.spyOn(here.test.services.waitingWatch, 'follow');
  const lease = consume(person, device, { wait: true, onPlace: (place) => void places.push(place), ...wished });
  lease.catch(() => undefined);
  await vi.waitFor(() => expect(following).toHaveBeenCalled(), soon);
  await following.mock.results[0]?.value;
  following.mockRestore();
  return { places, lease };
}

const idOf = async () =>
  (await here.test.as(here.ada, `GET /license/v1/waiting?product=${here.product}`)).body.items[0]?.[
    'id'
  ] as unknown as string;

describe('A waiting application', () => {
  it('shows its place, asks the holder, and gets the license when it is given back', async () => {
    const asked: LeaseEvents['asked'][] = [];
    held.on('asked', (event) => void asked.push(event));
    const { places, lease } = await wait(here.ugo, 'second');
    expect(places).toMatchObject([{ place: 1, estimateMs: null }]);
    expect(await places[0]?.ask('I have a deadline.')).toBe(1);
    await vi.waitFor(() => expect(asked).toEqual([{ by: 'Ugo', message: 'I have a deadline.', waiting: 1 }]), soon);
    await held.release();
    expect((await lease).entitled).toBe(true);
  });

  it('keeps its place over a lost connection', async () => {
    const { lease } = await wait(here.ugo, 'second');
    here.test.services.streams.close();
    await held.release();
    expect((await lease).entitled).toBe(true);
  });

  it('learns that it was sent away, and leaves when it gives up', async () => {
    const first = await wait(here.ugo, 'second');
    await here.test.as(here.ada, `DELETE /license/v1/waiting/${await idOf()}`);
    await expect(first.lease).rejects.toMatchObject({ name: 'PlaceLostError', code: 'sent-away' });
    const giving = new AbortController();
    const second = await wait(here.ugo, 'second', { signal: giving.signal });
    giving.abort(new Error('The user has gone home.'));
    await expect(second.lease).rejects.toThrow('The user has gone home.');
    await vi.waitFor(async () => expect(await idOf()).toBeUndefined(), soon);
  });

  it('goes on with its own license of another device, which saves first', async () => {
    await expect(consume(here.ada, 'third')).rejects.toMatchObject({
      code: 'no-seat',
      heldByMe: [{ deviceName: 'Desk' }],
    });
    const saved: string[] = [];
    held.on('released', ({ reason, message }) => void saved.push(reason, message));
    const { license } = held;
    const lease = await consume(here.ada, 'third', { takeOver: true });
    expect(lease.license).toBe(license);
    expect(saved).toEqual(['taken-over', 'You continued on Desk.']);
  });
});
