import type { Pool, PoolClient } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import type { RecordedTransaction, Statement } from './recorded-statements.ts';

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
    await client.query(opening.text, [...opening.values]);
    for (const statement of reads) {
      const nodes = nodesOf(await lastingPlan(client, statement));
      plans.push({
        statement: statement.text,
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

/** Executions after which PostgreSQL decides whether a prepared statement keeps one plan for any value (PREPARE, 'Notes'). */
const decided = 6;

/** The plan of a statement once it has been executed often. */
async function lastingPlan(client: PoolClient, { text, values, plannedForValues }: Statement): Promise<Node> {
  const literals = values.map((value) => literalOf(client, prepareValue(value)));
  await client.query(`prepare planned as ${text}`);
  let plan: Node | undefined;
  for (let execution = 1; execution <= (plannedForValues ? 1 : decided); execution += 1) {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(
      `explain (format json) execute planned${literals.length === 0 ? '' : `(${literals.join(', ')})`}`,
    );
    plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  }
  await client.query('deallocate planned');
  if (!plan) throw new Error(`There is no plan of ${text}`);
  return plan;
}

function literalOf(client: PoolClient, value: string | Buffer | null): string {
  if (value === null) return 'null';
  return typeof value === 'string' ? client.escapeLiteral(value) : `'\\x${value.toString('hex')}'`;
}

/** The steps of a plan, but for those that are executed for each row: they read few. */
function nodesOf(node: Node): readonly Node[] {
  const inner = (node.Plans ?? []).filter((plan) => plan['Parent Relationship'] !== 'SubPlan');
  return [node, ...inner.flatMap(nodesOf)];
}
