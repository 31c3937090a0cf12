import type { Pool } from 'pg';
import type { RecordedTransaction } from './recorded-statements.ts';

/** A step of a plan, as EXPLAIN shows it. */
interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Parent Relationship'?: string;
  /** What an index is asked for. */
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
}

/** What a statement reads, and how. */
export interface Plan {
  readonly statement: string;
  /** Tables that are read from end to end. */
  readonly scanned: readonly string[];
  /** What indexes are asked for. */
  readonly lookedUp: string;
  /** Whether all that is found is put in order, where an index would have it in order already. */
  readonly sorts: boolean;
}

/** Plans what a transaction read, in the same role and with the same account. */
export async function plansOf(pool: Pool, { opening, reads }: RecordedTransaction): Promise<readonly Plan[]> {
  const client = await pool.connect();
  const plans: Plan[] = [];
  try {
    await client.query('begin');
    for (const { text, values } of opening) await client.query(text, [...values]);
    for (const { text, values } of reads) {
      const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(
        `explain (format json) ${text}`,
        [...values],
      );
      const top = rows[0]?.['QUERY PLAN'][0]?.Plan;
      if (!top) throw new Error(`There is no plan of ${text}`);
      const nodes = nodesOf(top);
      plans.push({
        statement: text,
        scanned: nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [])),
        lookedUp: nodes.flatMap((node) => node['Index Cond'] ?? []).join(' '),
        sorts: nodes.some((node) => node['Node Type'] === 'Sort'),
      });
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  return plans;
}

/** The steps of a plan, but for those that are executed for each row: they read few. */
function nodesOf(node: Node): readonly Node[] {
  const inner = (node.Plans ?? []).filter((plan) => plan['Parent Relationship'] !== 'SubPlan');
  return [node, ...inner.flatMap(nodesOf)];
}
