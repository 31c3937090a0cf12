import { decideLicense, type Policy } from '@keyhold/contract';
import { rnOf } from '@keyhold/server/installation';
import type { Person } from '../company.ts';
import { type Plan, required } from '../plan.ts';
import type { LicenseRows } from './license-rows.ts';
import { createRandom, type Random } from './random.ts';

/** Days of use that the demo generates. */
export const historyDays = 91;

/** A use of a license. Times are in milliseconds since 1970. */
export interface DemoUse {
  readonly account: string;
  readonly product: string;
  readonly license: string;
  readonly user: string;
  readonly device: string;
  readonly start: number;
  readonly end: number;
  readonly ending: 'returned' | 'released' | 'lapsed';
}

/** A refused request for a license. */
export interface DemoRefusal extends Pick<DemoUse, 'account' | 'product' | 'user' | 'device'> {
  readonly reason: 'no-seat' | 'not-eligible' | 'license-expired' | 'license-suspended';
  readonly on: number;
  readonly count: number;
}

export interface UseHistory {
  readonly uses: readonly DemoUse[];
  readonly refusals: readonly DemoRefusal[];
}

/** A license in the simulation: its term, its eligible users and its holder. */
interface Seat {
  readonly id: string;
  readonly product: string;
  readonly from: number;
  readonly until: number;
  readonly suspended: boolean;
  readonly people: ReadonlySet<string>;
  freeFrom: number;
  holder: string | null;
}

/** A worker's request to use a product for some time. */
interface Wish {
  readonly worker: Worker;
  readonly product: string;
  readonly start: number;
  readonly end: number;
}

/** A user who works, from joining until last seen. */
interface Worker {
  readonly person: Person;
  readonly userId: string;
  readonly from: number;
  readonly until: number;
  /** The probability that the worker is at work on a day. */
  readonly habit: number;
  readonly device: string;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The fraction of a company that is at work, by weekday from Sunday on. */
const week = [0.03, 0.95, 1, 1, 0.97, 0.8, 0.08];

/**
 * Simulates the use of a company's licenses in the last weeks, with the same result every time: a worker takes a
 * license that the policies allow, or is refused. Every license is free again shortly before now.
 */
export function useHistory(plan: Plan, rows: LicenseRows, now: Date): UseHistory {
  const random = createRandom(plan.company.daysOld + 7);
  const workers = plan.company.people.flatMap((person) => workerOf(plan, rows, person, random, now));
  const seats = rows.licenses.flatMap((license) => seatOf(plan, license, workers));
  const log: { uses: DemoUse[]; refusals: DemoRefusal[] } = { uses: [], refusals: [] };
  const products = [...new Set(seats.map(({ product }) => product))];
  const today = Math.floor(now.getTime() / day) * day;
  for (let midnight = today - (historyDays - 1) * day; midnight <= today; midnight += day) {
    const wishes = products
      .flatMap((product) => wishesOf(product, seats, workers, midnight, random))
      .filter(({ worker, start }) => start <= worker.until && start < now.getTime() - 40 * minute)
      .sort((one, other) => one.start - other.start);
    for (const wish of wishes) serve(wish, seats, plan.accountId, random, now, log);
    const stranger = random.below(6) === 0 ? strangerOf(products, seats, workers, midnight, random) : null;
    if (stranger && stranger.start < now.getTime()) refuse(stranger, 'not-eligible', plan.accountId, random, log);
  }
  return log;
}

function workerOf(plan: Plan, { licenses }: LicenseRows, person: Person, random: Random, now: Date): Worker[] {
  const habit = random.between(0.2, 0.95);
  const machine = `${random.pick(['DESK', 'LAPTOP', 'STUDIO', 'OFFICE', 'PREPRESS'])}-${10 + random.below(80)}`;
  if (person.seenDaysAgo === null || plan.company.status !== 'Active') return [];
  const device = licenses.find(({ of }) => of.device?.person === person.mailbox)?.of.device?.name ?? machine;
  return [
    {
      person,
      userId: required(plan.userIds, person.mailbox),
      from: now.getTime() - (person.joinedDaysAgo - 1) * day,
      until: now.getTime() - person.seenDaysAgo * day,
      habit,
      device,
    },
  ];
}

function seatOf(plan: Plan, { of, row }: LicenseRows['licenses'][number], workers: readonly Worker[]): Seat[] {
  const activated = row['activation-date'];
  if (!(activated instanceof Date)) return [];
  const { installation, accountId, find } = plan;
  const policies = JSON.parse(row.policies ?? '[]') as Policy[];
  const license = rnOf(installation, accountId, 'license', row.id);
  const mayUse = ({ mailbox, tags }: Person) =>
    decideLicense(policies, license, 'license:ConsumeLicense', { rn: find.user(mailbox), tags: tags.map(find.tag) })
      .allowed;
  const end = row['expiry-date'];
  return [
    {
      id: row.id,
      product: row['product-id'],
      from: activated.getTime(),
      until: end instanceof Date ? end.getTime() : Number.POSITIVE_INFINITY,
      suspended: row.status === 'Suspended',
      people: new Set(workers.filter(({ person }) => mayUse(person)).map(({ userId }) => userId)),
      freeFrom: activated.getTime(),
      holder: of.device ? required(plan.userIds, of.device.person) : null,
    },
  ];
}

/** The requests for a product on a day: about as many as it has seats, in the morning and after lunch. */
function wishesOf(
  product: string,
  seats: readonly Seat[],
  workers: readonly Worker[],
  midnight: number,
  random: Random,
): Wish[] {
  const own = seats.filter((seat) => seat.product === product);
  const eligible = workers.filter(({ userId }) => own.some(({ people }) => people.has(userId)));
  const demand = eligible.reduce((sum, { habit }) => sum + habit, 0);
  const crowd = Math.min(1, (1.25 * own.length) / Math.max(1, demand));
  const busy = (week[new Date(midnight).getUTCDay()] ?? 1) * random.between(0.75, 1.1) * crowd;
  return eligible.flatMap((worker) => {
    const chance = random.between(0, 1);
    const morning = midnight + random.between(6.2, 9.6) * hour;
    const noon = midnight + random.between(11.8, 14) * hour;
    const [first, second, again] = [random.between(1.2, 4), random.between(1, 4.5), random.between(0, 1)];
    if (chance > worker.habit * busy || midnight < worker.from) return [];
    const wish = (start: number, hours: number): Wish => ({ worker, product, start, end: start + hours * hour });
    if (worker.person.tags.includes('Night shift')) return [wish(morning + 13 * hour, first + 3)];
    return again < 0.6
      ? [wish(morning, first), wish(Math.max(noon, morning + (first + 0.2) * hour), second)]
      : [wish(morning, first)];
  });
}

type Log = { readonly uses: DemoUse[]; readonly refusals: DemoRefusal[] };

function serve(wish: Wish, seats: readonly Seat[], account: string, random: Random, now: Date, log: Log): void {
  const { worker, product, start } = wish;
  const mine = seats.filter((seat) => seat.product === product && seat.people.has(worker.userId) && seat.from <= start);
  const valid = mine.filter((seat) => !seat.suspended && seat.until > start);
  const free = valid.filter((seat) => seat.freeFrom <= start);
  // In the server's order: the license held before, then the one for the fewest people, then the one free longest.
  const [seat] = free.sort(
    (one, other) =>
      Number(other.holder === worker.userId) - Number(one.holder === worker.userId) ||
      one.people.size - other.people.size ||
      one.freeFrom - other.freeFrom,
  );
  if (!seat) {
    const [any] = mine;
    if (!any) return;
    const reason = valid.length > 0 ? 'no-seat' : any.suspended ? 'license-suspended' : 'license-expired';
    refuse(wish, reason, account, random, log);
    return;
  }
  const latest = now.getTime() - random.between(12, 30) * minute;
  const end = Math.max(start + minute, Math.min(wish.end, seat.until, latest));
  const luck = random.below(25);
  const ending = luck === 0 ? 'lapsed' : luck === 1 ? 'released' : 'returned';
  log.uses.push({ account, product, license: seat.id, user: worker.userId, device: worker.device, start, end, ending });
  seat.freeFrom = end + 2 * minute;
  seat.holder = worker.userId;
}

function refuse(
  { worker, product, start }: Wish,
  reason: DemoRefusal['reason'],
  account: string,
  random: Random,
  log: Log,
) {
  const { userId: user, device } = worker;
  log.refusals.push({ account, product, user, device, reason, on: start, count: 1 + random.below(3) });
}

/** A worker who tries a product that they are not eligible for. */
function strangerOf(
  products: readonly string[],
  seats: readonly Seat[],
  workers: readonly Worker[],
  midnight: number,
  random: Random,
): Wish | null {
  const product = products[random.below(Math.max(1, products.length))];
  const worker = workers[random.below(Math.max(1, workers.length))];
  const start = midnight + random.between(8, 16) * hour;
  if (!product || !worker || start > worker.until || midnight < worker.from) return null;
  const known = seats.some((seat) => seat.product === product && seat.people.has(worker.userId));
  return known ? null : { worker, product, start, end: start };
}
