/** A span of time on one monotonic clock, in milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A granted seat, as a client saw it. */
export interface Hold {
  readonly seat: string;
  readonly holder: string;
  readonly epoch: number;
  /** From the moment the grant was read until its holder began to give it back, or until it expired. */
  readonly certain: Span;
  /** From the request of the grant until the reply to its release. */
  readonly possible: Span;
}

/** A refusal: every seat is in use. */
export interface Refusal {
  readonly who: string;
  readonly asked: Span;
}

/**
 * Finds, by acknowledged replies alone, seats with two holders at once, and refusals while a seat was free. A seat
 * counts as held only while that is certain, and as free only if no client could have held it during the whole time
 * from sending a refused request to its reply. Every reported violation is one in any order of events.
 *
 * @param seats the seats that the requests could mean
 * @returns a sentence for each violation
 */
export function judgeSeats(seats: readonly string[], holds: readonly Hold[], refusals: readonly Refusal[]): string[] {
  return [...doubleUse(holds), ...sameEpoch(holds), ...falseRefusals(seats, holds, refusals)];
}

function doubleUse(holds: readonly Hold[]): string[] {
  return pairs(holds)
    .filter(([one, other]) => one.holder !== other.holder && overlap(one.certain, other.certain))
    .map(([one, other]) => `${one.seat} was held by ${one.holder} and ${other.holder} at once.`);
}

function sameEpoch(holds: readonly Hold[]): string[] {
  return pairs(holds)
    .filter(([one, other]) => one.holder !== other.holder && one.epoch === other.epoch)
    .map(([one, other]) => `${one.seat} was granted to ${one.holder} and ${other.holder} with the epoch ${one.epoch}.`);
}

function falseRefusals(seats: readonly string[], holds: readonly Hold[], refusals: readonly Refusal[]): string[] {
  return refusals.flatMap(({ who, asked }) => {
    const free = seats.find((seat) => !holds.some((hold) => hold.seat === seat && overlap(hold.possible, asked)));
    return free === undefined ? [] : [`${who} was told that no seat is free while ${free} was.`];
  });
}

function pairs(holds: readonly Hold[]): [Hold, Hold][] {
  return holds.flatMap((one, index) =>
    holds.slice(index + 1).flatMap((other): [Hold, Hold][] => (one.seat === other.seat ? [[one, other]] : [])),
  );
}

function overlap(one: Span, other: Span): boolean {
  return one.from < other.to && other.from < one.to;
}
