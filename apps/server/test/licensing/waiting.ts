import { parseRn } from '@keyhold/contract';
import { expect } from 'vitest';
import type { Person, TestApp } from '../app.ts';
import { consumeBody, createLicense, type LeaseTest, type TestLease } from './leases.ts';

/** A place in line, as replies show it. */
export interface TestPlace {
  readonly id: string;
  readonly place: number;
  readonly 'estimate-ms': number | null;
  readonly 'ping-ms': number;
}

/** Requests a seat, by default on the person's own device, and waits for one if none is free. */
export async function waitInLine(
  test: TestApp,
  person: Person,
  product: string,
  options: Record<string, unknown> = {},
) {
  const body = { ...consumeBody(product, { device: `device of ${person.id}` }), wait: true, ...options };
  const reply = await test.as(person, 'POST /license/v1/leases', body);
  return {
    status: reply.status,
    place: reply.body['waiting'] as unknown as TestPlace,
    lease: reply.body['lease'] as unknown as TestLease,
    code: reply.body.problems?.[0]?.code,
  };
}

/** Takes the seat that is offered to a place. */
export function takeOffered(test: TestApp, person: Person, product: string, waiting: string) {
  return waitInLine(test, person, product, { wait: undefined, waiting });
}

/** The events of a place since the caller knew it, by the long poll. */
export async function pollPlace(test: TestApp, person: Person, id: string, query = 'timeout=1') {
  const { status, body } = await test.as(person, `GET /license/v1/waiting/${id}/wait?${query}`);
  return status === 200 ? (body['items'] as unknown as { event: string; data: Record<string, unknown> }[]) : status;
}

/** Creates a pool of some licenses. */
export async function createPool(here: LeaseTest, seats: number, body: object = {}) {
  const licenses: { readonly id: string; readonly rn: string }[] = [];
  for (let index = 0; index < seats; index += 1)
    licenses.push(await createLicense(here.test, here.account, { kind: 'No one' }));
  const { status, body: reply } = await here.test.as(here.ada, 'POST /license/v1/pools', {
    'account-id': here.account,
    name: `Pool ${Math.random()}`,
    product: here.product,
    licenses: licenses.map(({ rn }) => rn),
    consumers: { kind: 'everyone' },
    ...body,
  });
  expect(status).toBe(201);
  const rn = reply.item.rn;
  return { id: parseRn(rn).resourceId, rn, licenses };
}
