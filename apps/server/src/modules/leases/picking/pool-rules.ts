import type { PoolRules, PoolUse } from '@keyhold/contract';

// What the rules of a pool allow, decided by the numbers of its seats alone: for consuming, explaining and previews.

/** The use of a pool's seats as its rules see it. */
export interface SeatUse {
  /** Seats that can be taken now. */
  readonly free: number;
  /** Seats that the user has in use, online or offline. */
  readonly mine: number;
  readonly offline: number;
  /** Seats in use by users with a tag, by its rn; none where a tag is missing. */
  readonly byTag: ReadonlyMap<string, number>;
}

/** The rule that refuses a seat, and its numbers. */
export type PoolRefusal =
  | ({ readonly code: 'pool-limit' } & PoolUse)
  | { readonly code: 'no-seat' }
  | { readonly code: 'pool-reserved'; readonly free: number; readonly reserved: number };

/** Whether a decision needs the numbers of the pool's seats. */
export function needsUse(rules: PoolRules): boolean {
  return rules['per-user'] !== null || countsOthers(rules);
}

/** Whether a decision needs the numbers of other users' seats. */
export function countsOthers({ shares }: Pick<PoolRules, 'shares'>): boolean {
  return (shares?.length ?? 0) > 0;
}

/**
 * Whether one more seat can be given to a user with these tags even if a number of others take one each at the same time,
 * whatever tags they have.
 */
export function isRoomyFor(rules: PoolRules, use: SeatUse, tags: readonly string[], others: number): boolean {
  const shares = rules.shares ?? [];
  const mayReachLimit = shares.some(
    ({ tag, limit }) => tags.includes(tag) && limit !== null && usedBy(use, tag) + others >= limit,
  );
  const mayLackSeats = use.free - others - 1 < missingTo(shares, use);
  return !mayReachLimit && !mayLackSeats && refusalOf(rules, use, tags) === null;
}

/** What is missing to the reserves; `given` are the tags of a user who gets one more seat. */
function missingTo(shares: NonNullable<PoolRules['shares']>, use: SeatUse, given: readonly string[] = []): number {
  return shares.reduce((sum, { tag, reserve }) => {
    const used = usedBy(use, tag) + (given.includes(tag) ? 1 : 0);
    return sum + Math.max(0, (reserve ?? 0) - used);
  }, 0);
}

/**
 * The rule that refuses one more seat to a user with these tags; null when it can be given. Overdraft seats are free
 * seats like others.
 */
export function refusalOf(rules: PoolRules, use: SeatUse, tags: readonly string[]): PoolRefusal | null {
  const { 'per-user': perUser } = rules;
  if (perUser !== null && use.mine >= perUser) {
    return { code: 'pool-limit', limit: 'per-user', used: use.mine, of: perUser };
  }
  const shares = rules.shares ?? [];
  for (const { tag, limit } of shares.filter((share) => tags.includes(share.tag))) {
    const used = usedBy(use, tag);
    if (limit !== null && used >= limit) return { code: 'pool-limit', limit: 'share', tag, used, of: limit };
  }
  if (use.free < 1) return { code: 'no-seat' };
  const [before, after] = [missingTo(shares, use), missingTo(shares, use, tags)];
  const left = use.free - 1;
  const lackGrows = Math.max(0, after - left) > Math.max(0, before - use.free);
  if (left >= after || !lackGrows) return null;
  return { code: 'pool-reserved', free: use.free, reserved: before };
}

/** The limit that refuses one more seat in offline use; null when none does. */
export function offlineRefusalOf({ offline }: PoolRules, use: Pick<SeatUse, 'offline'>): PoolUse | null {
  if (offline === null || use.offline < offline.seats) return null;
  return { limit: 'offline', used: use.offline, of: offline.seats };
}

/** The limits that more seats are in use than they allow. `mine` is the use of the user who uses the most. */
export function aboveOf(rules: PoolRules, use: Omit<SeatUse, 'free'>): PoolUse[] {
  const { 'per-user': perUser, shares, offline } = rules;
  const all: (PoolUse | null)[] = [
    perUser === null ? null : { limit: 'per-user', used: use.mine, of: perUser },
    ...(shares ?? []).map(({ tag, limit }): PoolUse | null =>
      limit === null ? null : { limit: 'share', tag, used: usedBy(use, tag), of: limit },
    ),
    offline === null ? null : { limit: 'offline', used: use.offline, of: offline.seats },
  ];
  return all.filter((one) => one !== null && one.used > one.of).map((one) => one as PoolUse);
}

function usedBy({ byTag }: Pick<SeatUse, 'byTag'>, tag: string): number {
  return byTag.get(tag) ?? 0;
}
