import { median } from '../bed/numbers.ts';
import { type Duel, duel, warmUps } from './duel.ts';
import type { Effort } from './effort.ts';
import type { Installation, Product } from './installation.ts';
import type { Load, LoadClient, LoadRequest } from './load.ts';
import { processorTime } from './processes.ts';

/** A comparison of servers under the same load, with the CPU time of each request, in milliseconds. */
export interface Contest extends Duel {
  readonly cost: { readonly ours: Cost; readonly bare: Cost; readonly before?: Cost };
}

export interface Cost {
  readonly server: number;
  readonly database: number;
}

/** The requests of a contest. */
export interface Asked {
  readonly ours: readonly LoadRequest[];
  readonly bare: readonly LoadRequest[];
  /** Runs before each round, and is not measured. */
  readonly before?: () => Promise<unknown>;
}

/** The options of a contest. */
interface Rules extends Pick<Load, 'connections' | 'seconds' | 'atMost'> {
  /** Inserts the rows that a product's requests need; the bare server works on the database of `ours`. */
  readonly prepare: (product: Product) => Promise<Asked>;
}

/** Loads the servers in turn; the figures are requests per second. */
export async function contest(
  installation: Installation,
  client: LoadClient,
  { rounds }: Effort,
  { prepare, ...rules }: Rules,
): Promise<Contest> {
  const costs = { ours: [] as Cost[], bare: [] as Cost[], before: [] as Cost[] };
  const round = async (who: keyof typeof costs, { url, pids }: Pick<Product, 'url' | 'pids'>) => {
    const asked = who === 'before' ? earlier : now;
    await asked?.before?.();
    const requests = (who === 'bare' ? asked?.bare : asked?.ours) ?? [];
    const before = await processorTime(pids);
    const result = await client.run({ ...rules, origin: url, requests, seed: who });
    const after = await processorTime(pids);
    const each = (used: keyof Cost) => (after[used] - before[used]) / result.done;
    costs[who].push({ server: each('server'), database: each('database') });
    return result.done / result.seconds;
  };
  const { ours, bare, before } = installation;
  const now = await prepare(ours);
  const earlier = before && (await prepare(before));
  const figures = await duel(rounds, {
    ours: () => round('ours', ours),
    bare: () => round('bare', bare),
    before: before && (() => round('before', before)),
  });
  const cost = { ours: middle(costs.ours), bare: middle(costs.bare), ...(before && { before: middle(costs.before) }) };
  return { ...figures, cost };
}

function middle(costs: readonly Cost[]): Cost {
  const counted = costs.slice(warmUps);
  return {
    server: median(counted.map(({ server }) => server)),
    database: median(counted.map(({ database }) => database)),
  };
}
