import { median } from '../bed/numbers.ts';

/** The figures of some rounds of the product and its baseline: rates per second, or times. */
export interface Duel {
  /** Median of the product's rounds. */
  readonly ours: number;
  /** Median of the baseline's rounds. */
  readonly bare: number;
  readonly ratio: Ratio;
  /** The rounds of another checkout, and the ratio of this one's to them. */
  readonly before?: { readonly median: number; readonly ratio: Ratio };
}

export interface Ratio {
  /** The median of the ratios of neighbouring rounds, which a busy machine slows down equally. */
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** The number of warm-up rounds of each contender, which are not counted. */
export const warmUps = 2;

/** Runs short rounds of the contenders in turn, each of which returns a figure, and compares neighbouring rounds. */
export async function duel(rounds: number, contenders: Rounds<number>): Promise<Duel> {
  const figures = await inTurn(rounds, contenders);
  return compare(figures.ours, figures.bare, figures.before);
}

/** The work of each contender in a round; the other checkout and the baseline are optional. */
interface Rounds<Result> {
  readonly ours: () => Promise<Result>;
  readonly bare?: (() => Promise<Result>) | undefined;
  readonly before?: (() => Promise<Result>) | undefined;
}

/** Runs rounds of the contenders in turn and returns their results. The first rounds are warm-ups and not counted. */
export async function inTurn<Result>(
  rounds: number,
  contenders: Rounds<Result>,
): Promise<{ readonly ours: Result[]; readonly bare: Result[]; readonly before: Result[] }> {
  const results = { ours: [] as Result[], bare: [] as Result[], before: [] as Result[] };
  const names = (['ours', 'bare', 'before'] as const).filter((name) => contenders[name]);
  for (let number = 0; number < warmUps + rounds; number += 1) {
    // The order alternates, so that none profits from the caches of another.
    for (const name of number % 2 === 0 ? names : names.toReversed()) {
      const result = await contenders[name]?.();
      if (result !== undefined && number >= warmUps) results[name].push(result);
    }
  }
  return results;
}

/** Compares the figures of neighbouring rounds. */
export function compare(ours: readonly number[], bare: readonly number[], before: readonly number[]): Duel {
  return { bare: median(bare), ratio: ratioOf(ours, bare), ...compareWithBefore(ours, before) };
}

/** Like {@link compare}, without a baseline. */
export function compareWithBefore(ours: readonly number[], before: readonly number[]): Pick<Duel, 'ours' | 'before'> {
  return {
    ours: median(ours),
    ...(before.length > 0 && { before: { median: median(before), ratio: ratioOf(ours, before) } }),
  };
}

function ratioOf(ones: readonly number[], others: readonly number[]): Ratio {
  const ratios = ones.map((one, round) => one / (others[round] ?? Number.NaN));
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}
