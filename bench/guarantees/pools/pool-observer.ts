import type { Span } from '../observers/seat-observer.ts';

/** The rules of the pool of a run. */
export interface RunRules {
  /** Seats, the lent ones included. */
  readonly seats: number;
  readonly perUser: number;
  readonly shares: readonly { readonly tag: string; readonly reserve: number; readonly limit: number | null }[];
}

/** A client of the pool: one device of a person. */
export interface PoolClient {
  readonly person: number;
  readonly tags: readonly string[];
}

/** A seat of the pool that a client had, as it saw it; as of `seat-observer.ts`. */
export interface PoolHold {
  readonly client: number;
  readonly seat: string;
  readonly epoch: number;
  readonly certain: Span;
  readonly possible: Span;
}

/** The reply to a request. */
export interface PoolReply {
  readonly client: number;
  readonly granted: boolean;
  /** The code of a refusal. */
  readonly code: string;
  readonly asked: Span;
}

/** How many seats are used at one moment: by all, by a person, and by carriers of each tag. */
interface Numbers {
  readonly all: number;
  readonly mine: number;
  readonly byTag: ReadonlyMap<string, number>;
}

/**
 * Finds, by acknowledged replies alone, grants that the rules of a pool forbid and refusals that they do not justify. A
 * seat counts as used by others only while that is certain when a grant is judged, and as long as it is possible when a
 * refusal is judged; what speaks for the server at any moment of a request speaks for it. Every reported violation is one in
 * any order of events.
 */
export function judgePool(
  rules: RunRules,
  clients: readonly PoolClient[],
  holds: readonly PoolHold[],
  replies: readonly PoolReply[],
): string[] {
  const timelines = clients.map((_, client) => timelineOf(holds.filter((hold) => hold.client === client)));
  const moments = [
    ...new Set(holds.flatMap(({ certain, possible }) => [certain.from, certain.to, possible.from, possible.to])),
  ].sort((one, other) => one - other);
  const countAt = (moment: number, asker: number, kind: 'certain' | 'possible'): Numbers => {
    const byTag = new Map<string, number>();
    let [all, mine] = [0, 0];
    for (const [index, client] of clients.entries()) {
      if (index === asker || !timelines[index]?.isHeld(moment, kind)) continue;
      all += 1;
      if (client.person === clients[asker]?.person) mine += 1;
      for (const tag of client.tags) byTag.set(tag, (byTag.get(tag) ?? 0) + 1);
    }
    return { all, mine, byTag };
  };
  const violations: string[] = [];
  for (const { client, granted, code, asked } of replies) {
    const tags = clients[client]?.tags ?? [];
    const within = [asked.from, ...between(moments, asked), asked.to];
    const speaksForServer = within.some((moment) => {
      const [certain, possible] = [countAt(moment, client, 'certain'), countAt(moment, client, 'possible')];
      return granted ? allows(rules, tags, certain, possible) : !allows(rules, tags, possible, certain);
    });
    if (speaksForServer) continue;
    violations.push(
      granted
        ? `Client ${client} got a seat that the rules forbid.`
        : `Client ${client} was refused (${code}) although the rules allow a seat.`,
    );
  }
  return [...violations, ...doubleUses(holds)];
}

/**
 * Whether the rules allow one more seat.
 *
 * @param used how many seats count as used for what they take away: seats, limits
 * @param fulfilled how many count as used for what they fulfil: reserves
 */
function allows(rules: RunRules, tags: readonly string[], used: Numbers, fulfilled: Numbers): boolean {
  if (used.mine >= rules.perUser) return false;
  const usedBy = (tag: string) => used.byTag.get(tag) ?? 0;
  if (rules.shares.some(({ tag, limit }) => limit !== null && tags.includes(tag) && usedBy(tag) >= limit)) return false;
  const free = rules.seats - used.all;
  if (free < 1) return false;
  const missing = (given: number) =>
    rules.shares.reduce((sum, { tag, reserve }) => {
      const carried = (fulfilled.byTag.get(tag) ?? 0) + (tags.includes(tag) ? given : 0);
      return sum + Math.max(0, reserve - carried);
    }, 0);
  if (free - 1 >= missing(1)) return true;
  return Math.max(0, missing(1) - (free - 1)) <= Math.max(0, missing(0) - free);
}

/** Seats that two clients certainly had at once, and epochs that were granted twice. */
function doubleUses(holds: readonly PoolHold[]): string[] {
  return [...Map.groupBy(holds, ({ seat }) => seat)].flatMap(([seat, of]) => {
    const ordered = of.toSorted((one, other) => one.certain.from - other.certain.from);
    const twice = ordered.filter((hold, index) => {
      const before = ordered[index - 1];
      return before !== undefined && before.client !== hold.client && hold.certain.from < before.certain.to;
    });
    const epochs = new Set(of.map(({ epoch }) => epoch));
    return [
      ...twice.map(({ client }) => `${seat} was used by client ${client} and another one at once.`),
      ...(epochs.size < of.length ? [`${seat} was granted twice with the same epoch.`] : []),
    ];
  });
}

/** The holds of one client, which follow each other. */
function timelineOf(holds: readonly PoolHold[]) {
  const ordered = holds.toSorted((one, other) => one.possible.from - other.possible.from);
  return {
    isHeld(moment: number, kind: 'certain' | 'possible'): boolean {
      const last = ordered[indexAfter(ordered, moment, (hold) => hold.possible.from) - 1];
      return last !== undefined && last[kind].from <= moment && moment < last[kind].to;
    },
  };
}

function between(moments: readonly number[], { from, to }: Span): readonly number[] {
  return moments.slice(
    indexAfter(moments, from, (moment) => moment),
    indexAfter(moments, to, (moment) => moment),
  );
}

/** The number of sorted items that are not after a moment. */
function indexAfter<Item>(items: readonly Item[], moment: number, timeOf: (item: Item) => number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timeOf(items[middle] as Item) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
