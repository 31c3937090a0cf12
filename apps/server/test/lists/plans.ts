import type pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import { prepareValue } from 'pg/lib/utils.js';
import type { RecordedTransaction, Statement } from './recorded-statements.ts';

/** A node of a plan, from EXPLAIN. */
interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Parent Relationship'?: string;
  /** The condition of an index lookup. */
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
}

/** The tables that a statement reads, and how. */
export interface Plan {
  readonly statement: string;
  /** Tables read by a sequential scan. */
  readonly scanned: readonly string[];
  /** The conditions of index lookups. */
  readonly lookedUp: string;
  /** Whether the results are sorted, rather than read in order from an index. */
  readonly sorts: boolean;
}

/** Plans the reads of a transaction, in the same role and with the same account. */
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

/** Executions after which PostgreSQL decides whether a prepared statement gets a generic plan (PREPARE, 'Notes'). */
const decided = 6;

/** The plan of a statement after many executions. */
async function lastingPlan(client: PoolClient, { text, values, plannedForValues }: Statement): Promise<Node> {
  const literals = literalsOf(client, values);
  await client.query(`prepare planned as ${text}`);
  let plan: Node | undefined;
  for (let execution = 1; execution <= (plannedForValues ? 1 : decided); execution += 1) {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(
      `explain (format json) execute planned${literals}`,
    );
    plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  }
  await client.query('deallocate planned');
  if (!plan) throw new Error(`There is no plan of ${text}`);
  return plan;
}

/** The values of a prepared statement as `execute` takes them. */
export function literalsOf(client: pg.ClientBase, values: readonly unknown[]): string {
  const literals = values.map((value) => literalOf(client, prepareValue(value)));
  return literals.length === 0 ? '' : `(${literals.join(', ')})`;
}

function literalOf(client: pg.ClientBase, value: string | Buffer | null): string {
  if (value === null) return 'null';
  return typeof value === 'string' ? client.escapeLiteral(value) : `'\\x${value.toString('hex')}'`;
}

/** The nodes of a plan, except subplans, which are executed for each row and read little. */
function nodesOf(node: Node): readonly Node[] {
  const inner = (node.Plans ?? []).filter((plan) => plan['Parent Relationship'] !== 'SubPlan');
  return [node, ...inner.flatMap(nodesOf)];
}
