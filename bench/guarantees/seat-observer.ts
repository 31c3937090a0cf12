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
  /** From the moment the grant was read until the moment its holder began to give it back, or its time was over. */
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
 * Judges by acknowledged replies alone what a server did with some seats: two holders at once, and refusals while a seat
 * was free. A seat counts as held only while that is certain, and as free only while nobody could have held it: for the
 * whole time from a refused request's sending to its reply. What this says was wrong was wrong in any order of events.
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
