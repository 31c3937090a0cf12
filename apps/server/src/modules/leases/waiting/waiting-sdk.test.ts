import type { AddressInfo } from 'node:net';
import { createKeyhold, type Lease, type LeaseEvents, memoryStore, type PlaceInLine } from '@keyhold/sdk';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../../../test/soon.ts';
import { createTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import { consumeBody, createLicense, createProduct, everyone, openAccount } from '../../../../test/leases.ts';

let test: TestApp;
let url: string;
let product: string;
let ada: Person;
let ugo: Person;
let held: Lease;
let leases: Lease[];

beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});
afterAll(() => {
  test.services.streams.close();
  return test.close();
});
beforeEach(async () => {
  leases = [];
  const opened = await openAccount(test);
  ({ ada, ugo } = opened);
  await createLicense(test, opened.account, everyone);
  held = await consume(ada, 'first');
});
afterEach(async () => {
  for (const lease of leases) await lease.release();
});

type Wished = Parameters<ReturnType<typeof createKeyhold>['consume']>[0];

async function consume(person: Person, device: string, wished: Partial<Wished> = {}): Promise<Lease> {
  const { 'stream-id': _, ...request } = consumeBody(product, { device });
  const keyhold = createKeyhold({ baseUrl: url, token: person.token, store: memoryStore() });
  const lease = await keyhold.consume({ ...request, ...wished });
  leases.push(lease);
  return lease;
}

/** Begins to wait, and returns once the place is followed. */
async function wait(person: Person, device: string, wished: Partial<Wished> = {}) {
  const places: PlaceInLine[] = [];
  const following = vi.spyOn(test.services.waitingWatch, 'follow');
  const lease = consume(person, device, { wait: true, onPlace: (place) => void places.push(place), ...wished });
  lease.catch(() => undefined);
  await vi.waitFor(() => expect(following).toHaveBeenCalled(), soon);
  await following.mock.results[0]?.value;
  following.mockRestore();
  return { places, lease };
}

const idOf = async () =>
  (await test.as(ada, `GET /license/v1/waiting?product=${product}`)).body.items[0]?.['id'] as unknown as string;

describe('A waiting application', () => {
  it('shows its place, asks the holder, and gets the license when it is given back', async () => {
    const asked: LeaseEvents['asked'][] = [];
    held.on('asked', (event) => void asked.push(event));
    const { places, lease } = await wait(ugo, 'second');
    expect(places).toMatchObject([{ place: 1, estimateMs: null }]);
    expect(await places[0]?.ask('I have a deadline.')).toBe(1);
    await vi.waitFor(() => expect(asked).toEqual([{ by: 'Ugo', message: 'I have a deadline.', waiting: 1 }]), soon);
    await held.release();
    expect((await lease).entitled).toBe(true);
  });

  it('keeps its place over a lost connection', async () => {
    const { lease } = await wait(ugo, 'second');
    test.services.streams.close();
    await held.release();
    expect((await lease).entitled).toBe(true);
  });

  it('learns that it was sent away, and leaves when it gives up', async () => {
    const first = await wait(ugo, 'second');
    await test.as(ada, `DELETE /license/v1/waiting/${await idOf()}`);
    await expect(first.lease).rejects.toMatchObject({ name: 'PlaceLostError', code: 'sent-away' });
    const giving = new AbortController();
    const second = await wait(ugo, 'second', { signal: giving.signal });
    giving.abort(new Error('The user has gone home.'));
    await expect(second.lease).rejects.toThrow('The user has gone home.');
    await vi.waitFor(async () => expect(await idOf()).toBeUndefined(), soon);
  });

  it('goes on with its own license of another device, which saves first', async () => {
    await expect(consume(ada, 'third')).rejects.toMatchObject({ code: 'no-seat', heldByMe: [{ deviceName: 'Desk' }] });
    const saved: string[] = [];
    held.on('released', ({ reason, message }) => void saved.push(reason, message));
    const { license } = held;
    const lease = await consume(ada, 'third', { takeOver: true });
    expect(lease.license).toBe(license);
    expect(saved).toEqual(['taken-over', 'You continued on Desk.']);
  });
});
