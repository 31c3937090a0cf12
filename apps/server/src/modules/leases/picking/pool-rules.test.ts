import { noRules, type PoolRules } from '@keyhold/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aboveOf, isRoomyFor, offlineRefusalOf, refusalOf } from './pool-rules.ts';

// A second evaluator, written from the page about pools: people hold seats, and every number is counted from the people.

const tagNames = ['a', 'b', 'c'];
const some = fc.option(fc.nat(4), { nil: null });
const pools = fc.record({
  seats: fc.nat(8),
  people: fc.array(fc.subarray(tagNames), { minLength: 1, maxLength: 5 }),
  perUser: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
  shares: fc.uniqueArray(fc.record({ tag: fc.constantFrom(...tagNames), reserve: some, limit: some }), {
    selector: ({ tag }) => tag,
  }),
  offline: fc.option(fc.nat(3), { nil: null }),
  steps: fc.array(fc.record({ who: fc.nat(4), gives: fc.boolean() }), { maxLength: 12 }),
});
type Plan = typeof pools extends fc.Arbitrary<infer Value> ? Value : never;

function rulesOf({ perUser, shares, offline }: Plan): PoolRules {
  return {
    'per-user': perUser,
    shares,
    offline: offline === null ? null : { seats: offline, days: 5, tags: [] },
    'idle-minutes': null,
    priorities: null,
  };
}

/** The seats in use, each by the index of its user. */
class Pool {
  readonly held: number[] = [];
  readonly plan: Plan;
  constructor(plan: Plan) {
    this.plan = plan;
  }

  tagsOf(who: number): string[] {
    return this.plan.people[who] ?? [];
  }

  usedBy(tag: string, held = this.held): number {
    return held.filter((who) => this.tagsOf(who).includes(tag)).length;
  }

  missing(held: number[]): number {
    let sum = 0;
    for (const { tag, reserve } of this.plan.shares) {
      if (reserve !== null) sum += Math.max(0, reserve - this.usedBy(tag, held));
    }
    return sum;
  }

  /** The verdict, as the page says it. */
  verdict(who: number): string {
    const { seats, perUser, shares } = this.plan;
    const mine = this.held.filter((one) => one === who).length;
    if (perUser !== null && mine + 1 > perUser) return 'pool-limit per-user';
    for (const { tag, limit } of shares) {
      const exceeds = limit !== null && this.usedBy(tag) + 1 > limit;
      if (exceeds && this.tagsOf(who).includes(tag)) return `pool-limit share ${tag}`;
    }
    if (this.held.length >= seats) return 'no-seat';
    const then = [...this.held, who];
    const staysFree = seats - then.length;
    if (staysFree >= this.missing(then)) return 'given';
    const lackNow = Math.max(0, this.missing(this.held) - (seats - this.held.length));
    const lackThen = Math.max(0, this.missing(then) - staysFree);
    return lackThen <= lackNow ? 'given' : 'pool-reserved';
  }

  use(who: number) {
    return {
      free: Math.max(0, this.plan.seats - this.held.length),
      mine: this.held.filter((one) => one === who).length,
      offline: 0,
      byTag: new Map(tagNames.map((tag) => [tag, this.usedBy(tag)])),
    };
  }
}

describe('The rules of a pool', () => {
  it('give the verdict of the page about pools, with its reason, for any pool and sequence', () => {
    const verdicts = new Set<string>();
    fc.assert(
      fc.property(pools, (plan) => {
        const pool = new Pool(plan);
        for (const { who: index, gives } of plan.steps) {
          const who = index % plan.people.length;
          const at = pool.held.indexOf(who);
          if (gives && at >= 0) {
            pool.held.splice(at, 1);
            continue;
          }
          const refusal = refusalOf(rulesOf(plan), pool.use(who), pool.tagsOf(who));
          const expected = pool.verdict(who);
          const said =
            refusal === null
              ? 'given'
              : refusal.code === 'pool-limit'
                ? ['pool-limit', refusal.limit, refusal.tag].filter(Boolean).join(' ')
                : refusal.code;
          expect(said).toBe(expected);
          verdicts.add(expected.split(' ').slice(0, 2).join(' '));
          if (expected === 'given') pool.held.push(who);
        }
      }),
      { numRuns: 10_000 },
    );
    expect([...verdicts].sort()).toEqual([
      'given',
      'no-seat',
      'pool-limit per-user',
      'pool-limit share',
      'pool-reserved',
    ]);
  });

  it('that are roomy for a user and some others give the seat, whatever seats those others have taken by then', () => {
    const some = fc.option(fc.nat(5), { nil: null });
    const shares = fc.uniqueArray(fc.record({ tag: fc.constantFrom(...tagNames), reserve: some, limit: some }), {
      selector: ({ tag }) => tag,
    });
    const carried = fc.subarray(tagNames);
    let roomy = 0;
    fc.assert(
      fc.property(
        shares,
        fc.nat(20),
        fc.record({ a: fc.nat(5), b: fc.nat(5), c: fc.nat(5) }),
        carried,
        fc.array(carried, { maxLength: 6 }),
        fc.nat(3),
        (given, free, used, tags, takers, more) => {
          const rules: PoolRules = { ...noRules, 'per-user': 3, shares: given };
          const use = { free, mine: 1, offline: 0, byTag: new Map(Object.entries(used)) };
          if (!isRoomyFor(rules, use, tags, takers.length + more)) return;
          roomy += 1;
          for (const taker of takers) {
            use.free -= 1;
            for (const tag of taker) use.byTag.set(tag, (use.byTag.get(tag) ?? 0) + 1);
            expect(refusalOf(rules, use, tags)).toBeNull();
          }
        },
      ),
      { numRuns: 10_000 },
    );
    expect(roomy).toBeGreaterThan(500);
  });

  it('give users with their tag what is left where reserves exceed it', () => {
    const rules = rulesOf({
      seats: 1,
      people: [['a']],
      perUser: null,
      shares: [
        { tag: 'a', reserve: 2, limit: null },
        { tag: 'b', reserve: 2, limit: null },
      ],
      offline: null,
      steps: [],
    });
    const use = { free: 1, mine: 0, offline: 0, byTag: new Map<string, number>() };
    expect(refusalOf(rules, use, ['a'])).toBeNull();
    expect(refusalOf(rules, use, [])).toEqual({ code: 'pool-reserved', free: 1, reserved: 4 });
  });

  it('limit how many seats are offline, and report what is above them', () => {
    const rules = rulesOf({
      seats: 9,
      people: [[]],
      perUser: 1,
      shares: [{ tag: 'a', reserve: null, limit: 2 }],
      offline: 1,
      steps: [],
    });
    expect(offlineRefusalOf(rules, { offline: 0 })).toBeNull();
    expect(offlineRefusalOf(rules, { offline: 1 })).toEqual({ limit: 'offline', used: 1, of: 1 });
    expect(aboveOf(rules, { mine: 1, offline: 1, byTag: new Map([['a', 2]]) })).toEqual([]);
    expect(aboveOf(rules, { mine: 2, offline: 2, byTag: new Map([['a', 3]]) })).toEqual([
      { limit: 'per-user', used: 2, of: 1 },
      { limit: 'share', tag: 'a', used: 3, of: 2 },
      { limit: 'offline', used: 2, of: 1 },
    ]);
  });
});
