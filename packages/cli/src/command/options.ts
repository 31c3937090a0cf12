import { InvalidArgumentError } from 'commander';

/** Reads an option that is a whole number within bounds. */
export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return number;
  };
}

/** The options of several commands. */
export const accountOption = (what = 'account') =>
  ['--account <account>', `${what}, by name, id or rn (default: your own)`] as const;
export const searchOption = ['--search <text>', 'filter by text in the listed columns'] as const;
export const limitOption = ['--limit <number>', 'maximum number of results', wholeNumber(1, 1000)] as const;
