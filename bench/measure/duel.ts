import { median } from '../bed/numbers.ts';

/** The rates of some rounds of the product and its baseline, per second. */
export interface Duel {
  /** Median of the product's rounds. */
  readonly ours: number;
  /** Median of the baseline's rounds. */
  readonly bare: number;
  readonly ratio: Ratio;
  /** Another checkout's rounds, and this one's against them. */
  readonly before?: { readonly median: number; readonly ratio: Ratio };
}

export interface Ratio {
  /** Of the ratios of neighbouring rounds, which a busy machine slows down alike. */
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Each runs a round and returns its rate. */
export interface Contenders {
  readonly ours: () => Promise<number>;
  readonly bare: () => Promise<number>;
  readonly before?: (() => Promise<number>) | undefined;
}

/** Rounds of each that are not counted. */
export const warmUps = 2;

/**
 * Lets the contenders do short rounds in turn, and compares each round with its neighbours. The first rounds of each are
 * not counted: they warm up.
 */
export async function duel(rounds: number, { ours, bare, before }: Contenders): Promise<Duel> {
  const figures = { ours: [] as number[], bare: [] as number[], before: [] as number[] };
  const round: (() => Promise<unknown>)[] = [
    async () => figures.ours.push(await ours()),
    async () => figures.bare.push(await bare()),
  ];
  if (before) round.push(async () => figures.before.push(await before()));
  for (let number = 0; number < warmUps + rounds; number += 1) {
    // The order alternates, so that none profits from the caches of another.
    for (const one of number % 2 === 0 ? round : round.toReversed()) await one();
  }
  const counted = { ours: figures.ours.slice(warmUps), bare: figures.bare.slice(warmUps) };
  const earlier = figures.before.slice(warmUps);
  return {
    ours: median(counted.ours),
    bare: median(counted.bare),
    ratio: ratioOf(counted.ours, counted.bare),
    ...(before && { before: { median: median(earlier), ratio: ratioOf(counted.ours, earlier) } }),
  };
}

function ratioOf(ones: readonly number[], others: readonly number[]): Ratio {
  const ratios = ones.map((one, round) => one / (others[round] ?? Number.NaN));
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}
