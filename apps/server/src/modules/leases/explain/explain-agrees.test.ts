import type { Explanation } from '@keyhold/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import {
  consumingAccounts,
  deviceOf,
  type MadeLicense,
  makeConsumingAccount,
} from '../../../../test/licensing/consuming-accounts.ts';
import { consume, createProduct, type TestLease } from '../../../../test/licensing/leases.ts';
import { takeOffered } from '../../../../test/licensing/waiting.ts';

const accounts = Number(process.env['EXPLAIN_ACCOUNTS'] ?? 25);
const seed = Number(process.env['EXPLAIN_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
let test: TestApp;
let product: string;

beforeAll(async () => {
  test = await createTestApp();
  product = await createProduct(test);
});
afterAll(() => test.close());

async function explain(person: Person, query: Record<string, string>): Promise<Explanation> {
  const path = `GET /license/v1/explain?${new URLSearchParams({ user: person.rn, ...query })}` as const;
  const { body } = await test.as(test.people.root, path);
  return body['item'] as unknown as Explanation;
}

/** Consumes, and checks in a seat that the user did not hold before. */
async function tryToConsume(person: Person, held: MadeLicense | undefined, wanted: Record<string, string>) {
  // Who waits takes what is offered to their place, or keeps the place.
  if (wanted['waiting'] !== undefined) {
    const { status, code, lease } = await takeOffered(test, person, product, wanted['waiting']);
    if (lease) await giveBack(person, lease);
    return { granted: Boolean(lease), code: lease ? null : (code ?? String(status)) };
  }
  const device = held ? deviceOf(held) : 'device of nobody';
  const { status, code, lease } = await consume(test, person, product, { device, ...wanted });
  if (lease && lease.license !== held?.rn) await giveBack(person, lease);
  return { granted: Boolean(lease), code: lease ? null : (code ?? String(status)) };
}

async function giveBack(person: Person, { id, epoch }: TestLease) {
  await test.as(person, `DELETE /license/v1/leases/${id}?epoch=${epoch}`);
}

/** The refusals of a consume by layer; inactive users, and users of an inactive account, may be unauthenticated. */
const codes: Readonly<Record<string, readonly string[]>> = {
  account: ['not-eligible', 'unauthenticated'],
  user: ['not-eligible', 'unauthenticated'],
  license: ['license-suspended', 'license-expired', 'not-eligible'],
  policy: ['not-eligible'],
  seat: ['no-seat', 'release-pending'],
};

it(`what explain says comes true when somebody consumes (seed ${seed})`, async () => {
  const seen = { comparisons: 0, allowed: 0, kept: 0 };
  const layers: Record<string, number> = {};
  async function compare(
    person: Person,
    held: MadeLicense | undefined,
    wanted: { license?: string; waiting?: string },
  ) {
    const said = await explain(person, wanted.license === undefined ? { product } : { license: wanted.license });
    const { granted, code } = await tryToConsume(person, held, wanted as Record<string, string>);
    expect([said.verdict, said.layer, code]).toEqual([granted ? 'allow' : 'deny', granted ? null : said.layer, code]);
    if (said.layer && wanted.license !== undefined) expect(codes[said.layer]).toContain(code);
    seen.comparisons += 1;
    if (granted) seen.allowed += 1;
    else layers[said.layer ?? ''] = (layers[said.layer ?? ''] ?? 0) + 1;
    if (said.change?.kind === 'wait-in-line') seen.kept += 1;
    return granted;
  }
  const agrees = fc.asyncProperty(consumingAccounts, async (plan) => {
    const { people, licenses, places } = await makeConsumingAccount(test, plan);
    const waits = (person: Person) => places.some((one) => one.person === person);
    // Newcomers first, who must pass nobody.
    for (const person of people.toSorted((one, other) => Number(waits(one)) - Number(waits(other)))) {
      const held = licenses.find(({ holder }) => holder === person);
      const place = places.find((one) => one.person === person);
      if (place && (held || !(await compare(person, undefined, { waiting: place.id })))) continue;
      for (const license of licenses)
        await compare(person, license === held ? held : undefined, { license: license.rn });
      await compare(person, held, {});
    }
  });
  await fc.assert(agrees, { numRuns: accounts, seed });
  if (process.env['EXPLAIN_ACCOUNTS']) {
    const stops = Object.entries(layers).map(([layer, count]) => `${layer} ${count}`);
    console.log(
      `\n| accounts | comparisons | allowed | denied by layer | of these, kept for who waits | disagreements | seed |\n| --- | --- | --- | --- | --- | --- | --- |\n| ${accounts} | ${seen.comparisons} | ${seen.allowed} | ${stops.join(', ')} | ${seen.kept} | 0 | ${seed} |\n`,
    );
  }
}, 3_600_000);
