import type { Explanation } from '@keyhold/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../../../test/app.ts';
import {
  consumingAccounts,
  deviceOf,
  type MadeLicense,
  makeConsumingAccount,
} from '../../../../test/consuming-accounts.ts';
import { consume, createProduct } from '../../../../test/leases.ts';

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
  const device = held ? deviceOf(held) : 'device of nobody';
  const { status, code, lease } = await consume(test, person, product, { device, ...wanted });
  if (lease && lease.license !== held?.rn)
    await test.as(person, `DELETE /license/v1/leases/${lease.id}?epoch=${lease.epoch}`);
  return { granted: Boolean(lease), code: lease ? null : (code ?? String(status)) };
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
  const seen = { comparisons: 0, allowed: 0 };
  const layers: Record<string, number> = {};
  async function compare(person: Person, held: MadeLicense | undefined, wanted: { license?: string }) {
    const said = await explain(person, wanted.license === undefined ? { product } : { license: wanted.license });
    const { granted, code } = await tryToConsume(person, held, wanted as Record<string, string>);
    expect([said.verdict, said.layer, code]).toEqual([granted ? 'allow' : 'deny', granted ? null : said.layer, code]);
    if (said.layer && wanted.license !== undefined) expect(codes[said.layer]).toContain(code);
    seen.comparisons += 1;
    if (granted) seen.allowed += 1;
    else layers[said.layer ?? ''] = (layers[said.layer ?? ''] ?? 0) + 1;
  }
  const agrees = fc.asyncProperty(consumingAccounts, async (plan) => {
    const { people, licenses } = await makeConsumingAccount(test, plan);
    for (const person of people) {
      const held = licenses.find(({ holder }) => holder === person);
      for (const license of licenses)
        await compare(person, license === held ? held : undefined, { license: license.rn });
      await compare(person, held, {});
    }
  });
  await fc.assert(agrees, { numRuns: accounts, seed });
  if (process.env['EXPLAIN_ACCOUNTS']) {
    const stops = Object.entries(layers).map(([layer, count]) => `${layer} ${count}`);
    console.log(
      `\n| accounts | comparisons | allowed | denied by layer | disagreements | seed |\n| --- | --- | --- | --- | --- | --- |\n| ${accounts} | ${seen.comparisons} | ${seen.allowed} | ${stops.join(', ')} | 0 | ${seed} |\n`,
    );
  }
}, 3_600_000);
