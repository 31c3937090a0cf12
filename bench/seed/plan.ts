import type { Random } from '../../apps/demo/src/rows/random.ts';
import { idAt } from './identifiers.ts';
import { randomFor } from './random.ts';
import { forms, places, trades } from './words.ts';

/** How much is generated, and from which seed. */
export interface Amounts {
  readonly seed: number;
  readonly users: number;
  readonly accounts: number;
  readonly licenses: number;
  readonly 'audit-rows': number;
}

/** An account and the amounts of its data. */
export interface AccountPlan {
  readonly index: number;
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly provider: boolean;
  readonly status: 'Pending' | 'Active' | 'Inactive';
  /** In milliseconds, like every moment of a plan. */
  readonly created: number;
  readonly users: number;
  readonly tags: number;
  readonly licenses: number;
  readonly 'audit-rows': number;
}

const day = 86_400_000;
/** When the first account was created, and when all data ends: fixed, so that the same seed gives the same rows. */
const begin = Date.UTC(2019, 0, 1);
export const end = Date.UTC(2026, 9, 1);

const providerStaff = 20;

/**
 * Plans the accounts: the provider's, then one with a tenth of all users, one with a hundredth, one with a
 * thousandth and one with fifty, then many others that are mostly small. Licenses and audit rows go with the users.
 */
export function planAccounts(amounts: Amounts, provider: { readonly name: string; readonly domain: string }) {
  const random = randomOf(amounts, 'accounts');
  const sizes = accountSizes(amounts, random);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const licenses = apportion(
    sizes.map((size, index) => (index === 0 ? 0 : size)),
    amounts.licenses,
  );
  const auditRows = apportion(sizes, amounts['audit-rows']);
  if (total !== amounts.users) throw new Error(`The sizes of the accounts add up to ${total}.`);
  return sizes.map((users, index): AccountPlan => {
    const created = index === 0 ? begin : begin + day + (random.below(2_500) * day + random.below(day));
    const name = index === 0 ? provider.name : companyName(index - 1);
    return {
      index,
      id: idAt(created, random),
      name,
      domain: index === 0 ? provider.domain : `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.example`,
      provider: index === 0,
      status: index < 5 ? 'Active' : statusOf(random.below(100)),
      created,
      users,
      tags: Math.min(200, 3 + Math.round(Math.sqrt(users))),
      licenses: licenses[index] ?? 0,
      'audit-rows': auditRows[index] ?? 0,
    };
  });
}

/** A separate source of random numbers for each kind of row in each account. */
export function randomOf({ seed }: Pick<Amounts, 'seed'>, kind: string, index = 0): Random {
  return randomFor(seed, `${kind} ${index}`);
}

function statusOf(drawn: number): AccountPlan['status'] {
  if (drawn < 4) return 'Pending';
  return drawn < 6 ? 'Inactive' : 'Active';
}

function accountSizes({ users, accounts }: Amounts, random: Random): number[] {
  const given = [providerStaff, users / 10, users / 100, users / 1000, 50].map((size) => Math.floor(size));
  const rest = users - given.reduce((sum, size) => sum + size, 0);
  const others = accounts - given.length;
  if (rest < others || others < 1) {
    throw new RangeError(`${accounts} accounts need more than ${users} users, and there are at least 6 accounts.`);
  }
  // Every account has a user; beyond that, the logarithms of sizes scatter around an average, as those of companies do.
  const weights = Array.from({ length: others }, () => Math.exp(random.between(-1, 1) + random.between(-1, 1) * 1.5));
  return [...given, ...apportion(weights, rest - others).map((size) => size + 1)];
}

/** Distributes a whole number by weights. */
function apportion(weights: readonly number[], amount: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let [weight, shared] = [0, 0];
  return weights.map((each) => {
    weight += each;
    const share = Math.round((weight / total) * amount) - shared;
    shared += share;
    return share;
  });
}

function companyName(index: number): string {
  const combinations = places.length * trades.length * forms.length;
  // The prime shares no factor with the other numbers, so that neighbours in the plan are not neighbours by name.
  const at = (index * 7919) % combinations;
  const [place, rest] = [at % places.length, Math.floor(at / places.length)];
  const name = `${places[place]} ${trades[rest % trades.length]} ${forms[Math.floor(rest / trades.length)]}`;
  return index < combinations ? name : `${name} ${Math.floor(index / combinations) + 1}`;
}
