import { type Policy, type PoolRules, parseRn } from '@keyhold/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { type Installation, rnOf } from '../../../installation.ts';
import { needsUse, refusalOf } from '../picking/pool-rules.ts';
import { readSeatsByHolder, readUse } from '../picking/pool-use.sql.ts';
import { mayConsume } from '../picking/rank-seats.ts';
import { available } from '../picking/seat-request.ts';
import { isFreeIn } from './free-seats.sql.ts';
import { groupOf, type Line } from './lines.sql.ts';
import { subjectOfWaiter, type WaitingRow } from './waiters.sql.ts';

/** Free seats of a line: of a pool, or of a policy group of licenses outside pools. */
export interface FreeSeats {
  readonly key: string;
  /** Null outside pools. */
  readonly pool: { readonly id: string; readonly policies: readonly Policy[]; readonly rules: PoolRules } | null;
}

/** Locks free seats of a line for waiters. */
export interface SeatFinder {
  /** Locks a free seat that the waiter may use; null when they may use none of those that are free. */
  lockFor(waiter: WaitingRow): Promise<string | 'none left' | null>;
  /** The ids of the tags of which a waiter must carry one: for others the pool keeps no seat. Null if it makes no difference. */
  readonly neededTags: readonly string[] | null;
}

type Released = Parameters<typeof available>[0];
const anything: Released = { releasedOn: null, version: null };

/**
 * Creates a finder for a line in one transaction. It remembers what refuses a waiter until it locks a seat, so that many
 * waiters who are refused for the same reason cost no statement each.
 */
export function createSeatFinder(
  tx: Transaction,
  installation: Installation,
  line: Line,
  seats: FreeSeats,
): SeatFinder {
  const { key, pool } = seats;
  /** The requests, by license, release date and version, for which no seat is free. */
  const without = new Set<string>();
  let use: Awaited<ReturnType<typeof readUse>> | null = null;
  let byHolder: ReadonlyMap<string, number> = new Map();
  let isReserved = false;

  async function refusalBy({ id, rules }: NonNullable<FreeSeats['pool']>, user: string, tags: readonly string[]) {
    if (!needsUse(rules)) return null;
    if (!use) {
      use = await readUse(tx, id, rules, null);
      byHolder = rules['per-user'] === null ? new Map() : await readSeatsByHolder(tx, id);
    }
    return refusalOf(rules, { ...use, mine: byHolder.get(user) ?? 0 }, tags);
  }

  const which: RawBuilder<boolean> =
    pool === null
      ? sql`(licenses."pool-id" is null and licenses."policies-kind" = ${groupOf(key)}::bigint)`
      : sql`licenses."pool-id" = ${pool.id}`;

  async function lockSeat(device: string, license: string | null, released: Released) {
    const { rows } = await sql<{ id: string; policies: Policy[] }>`
select licenses.id, licenses.policies from licenses
where ${isFreeIn(line)} and licenses."lease-state" in ('free', 'active') and ${which}
  and (${license}::text is null or licenses.id = ${license}::text) and ${available(released)}
order by licenses.overdraft, coalesce(licenses."last-device-id" = ${device}, false) desc,
  coalesce(licenses."freed-on", licenses."created-on"), licenses.id
limit 1 for update of licenses skip locked`.execute(tx);
    return rows[0];
  }

  return {
    async lockFor(waiter) {
      const { 'account-id': account, 'license-id': license, 'device-id': device } = waiter;
      const subject = subjectOfWaiter(installation, waiter);
      if (!waiter.active) return null;
      if (pool) {
        if (!mayConsume(pool.policies, rnOf(installation, account, 'pool', pool.id), subject)) return null;
        const refusal = await refusalBy(pool, waiter['user-id'], subject.tags);
        if (refusal?.code === 'no-seat') return 'none left';
        const carries = (pool.rules.shares ?? []).some(({ tag }) => subject.tags.includes(tag));
        if (refusal?.code === 'pool-reserved' && !carries) isReserved = true;
        if (refusal) return null;
      }
      const released = {
        releasedOn: waiter['released-on']?.toISOString() ?? null,
        version: waiter['client-version'],
      };
      const request = JSON.stringify([license, released]);
      if (without.has(request)) return null;
      const seat = await lockSeat(device, license, released);
      if (!seat) {
        without.add(request);
        const isLeft = request !== JSON.stringify([null, anything]) && (await lockSeat(device, null, anything));
        return isLeft ? null : 'none left';
      }
      const allowed =
        pool !== null || mayConsume(seat.policies, rnOf(installation, account, 'license', seat.id), subject);
      if (!allowed) return null;
      use = null;
      isReserved = false;
      return seat.id;
    },
    get neededTags() {
      return isReserved ? (pool?.rules.shares ?? []).map(({ tag }) => parseRn(tag).resourceId) : null;
    },
  };
}
