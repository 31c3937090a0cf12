import { median } from '../bed/numbers.ts';

/** What some rounds of two contenders came to. */
export interface Duel {
  /** Median of the product's rounds. */
  readonly ours: number;
  /** Median of the baseline's rounds. */
  readonly bare: number;
  /** Median of the ratios of neighbouring rounds: what a busy machine does to one, it does to the other. */
  readonly ratio: number;
  /** The least and the greatest of these ratios. */
  readonly spread: readonly [number, number];
}

/** Rounds of each that are not counted. */
export const warmUps = 2;

/**
 * Lets the product and its baseline do short rounds in turn, and compares each round with its neighbour. The first
 * rounds of each are not counted: they warm up.
 */
export async function duel(
  rounds: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
  better: 'more' | 'less' = 'more',
): Promise<Duel> {
  for (let warmUp = 0; warmUp < warmUps; warmUp += 1) {
    await ours();
    await bare();
  }
  const figures: { readonly ours: number; readonly bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Who goes first changes, so that neither profits from what the other leaves behind.
    if (round % 2 === 0) {
      const mine = await ours();
      figures.push({ ours: mine, bare: await bare() });
    } else {
      const plain = await bare();
      figures.push({ ours: await ours(), bare: plain });
    }
  }
  const ratios = figures.map((one) => (better === 'more' ? one.ours / one.bare : one.bare / one.ours));
  return {
    ours: median(figures.map((one) => one.ours)),
    bare: median(figures.map((one) => one.bare)),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}
