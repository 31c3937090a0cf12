import type { Contest } from './contest.ts';
import type { Duel } from './duel.ts';
import type { Effort } from './effort.ts';
import type { Installation } from './installation.ts';
import type { LoadClient } from './load.ts';

/** A line of the table, without the name of its part: a contest of servers, a duel of pages, or a measurement without a baseline. */
export type Line = { readonly what: string; readonly unit: string } & (
  | (Contest & { readonly goal?: number })
  | (Duel & { readonly greatest?: number })
  | Pick<Duel, 'ours' | 'before'>
);

/** One part of the whole measurement. */
export type Part = (installation: Installation, client: LoadClient, effort: Effort) => Promise<Line[]>;
