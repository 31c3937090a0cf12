import { median } from '../bed/numbers.ts';
import { type Duel, duel, warmUps } from './duel.ts';
import type { Installation } from './installation.ts';
import type { Load, LoadClient, LoadRequest } from './load.ts';
import type { Effort } from './part.ts';
import { processorTime } from './processes.ts';

/** A duel of two servers under the same load, with what each request cost of the processors, in milliseconds. */
export interface Contest extends Duel {
  readonly cost: { readonly ours: Cost; readonly bare: Cost };
}

export interface Cost {
  readonly server: number;
  readonly database: number;
}

/** How a contest is carried out: what both are asked, and how. */
export interface Rules extends Pick<Load, 'connections' | 'seconds' | 'atMost'> {
  readonly ours: readonly LoadRequest[];
  readonly bare: readonly LoadRequest[];
  /** Done before each round, and not measured. */
  readonly before?: () => Promise<unknown>;
}

/** Loads the product's server and the bare one in turn; the figures are requests a second. */
export async function contest(
  { bed, product, bare, barePid }: Installation,
  client: LoadClient,
  { rounds }: Effort,
  rules: Rules,
): Promise<Contest> {
  const costs = { ours: [] as Cost[], bare: [] as Cost[] };
  const round = async (who: 'ours' | 'bare', origin: string, pid: number) => {
    await rules.before?.();
    const { connections, seconds, atMost } = rules;
    const before = await processorTime(pid);
    const result = await client.run({ origin, requests: rules[who], connections, seconds, atMost, seed: who });
    const after = await processorTime(pid);
    const each = (used: keyof Cost) => (after[used] - before[used]) / result.done;
    costs[who].push({ server: each('server'), database: each('database') });
    return result.done / result.seconds;
  };
  const figures = await duel(
    rounds,
    () => round('ours', product, bed.nodes[0]?.pid() ?? 0),
    () => round('bare', bare, barePid),
  );
  return { ...figures, cost: { ours: middle(costs.ours), bare: middle(costs.bare) } };
}

function middle(costs: readonly Cost[]): Cost {
  const counted = costs.slice(warmUps);
  return {
    server: median(counted.map(({ server }) => server)),
    database: median(counted.map(({ database }) => database)),
  };
}
