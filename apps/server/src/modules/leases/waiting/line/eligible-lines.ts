import type { Policy, Subject } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../../db/database.ts';
import { type Installation, rnOf } from '../../../../installation.ts';
import { type AllowedPool, allowedPools, readPools } from '../../consume/picking/allowed-pools.ts';
import { mayConsume } from '../../consume/picking/rank-seats.ts';
import { couldAllow } from '../../consume/picking/seat-request.ts';
import { expired } from '../../seat/term.ts';
import { groupKey, type Line } from './lines.sql.ts';

/** The class of a waiter for whom no rule of the pool names another. */
const usualClass = 2;
/** Maximum policy groups that are read for one waiter. */
const maxGroups = 1000;

/** Who waits, and for what. */
export interface Wish extends Line {
  readonly subject: Subject;
  /** The key of the requested license; null for any. */
  readonly license: string | null;
}

/** The lines in which somebody may stand, with their class in each; none for a user who may use no license. */
export async function linesFor(
  tx: Transaction,
  installation: Installation,
  wish: Wish,
): Promise<Record<string, number>> {
  const { account, product, subject, license } = wish;
  const requested = license === null ? null : await findRequested(tx, wish, license);
  if (requested === undefined) return {};
  const pool = requested?.['pool-id'] ?? null;
  const lines: Record<string, number> = {};
  if (requested === null || pool !== null) {
    const rows = await readPools(tx, { account, product, rn: subject.rn, pool });
    for (const allowed of allowedPools(installation, rows, subject)) lines[allowed.id] = classIn(allowed, subject);
  }
  if (pool !== null) return lines;
  for (const { kind, policies, first } of await readGroups(tx, wish)) {
    if (mayConsume(policies, rnOf(installation, account, 'license', first), subject))
      lines[groupKey(kind)] = usualClass;
  }
  return lines;
}

async function findRequested(tx: Transaction, { account, product }: Wish, license: string) {
  return tx
    .selectFrom('licenses')
    .select(['id', 'pool-id'])
    .where('id', '=', license)
    .where('account-id', '=', account)
    .where('product-id', '=', product)
    .where('deleted-on', 'is', null)
    .executeTakeFirst();
}

/** The best class of somebody's tags by the priorities of a pool. */
function classIn({ rules }: AllowedPool, { tags }: Subject): number {
  const classes = (rules.priorities ?? []).filter(({ tag }) => tags.includes(tag)).map((one) => one.class);
  return classes.length === 0 ? usualClass : Math.min(...classes);
}

/** The policy groups of the licenses outside pools that could allow the waiter. */
async function readGroups(tx: Transaction, { account, product, subject, license }: Wish) {
  const { rows } = await sql<{ kind: string; policies: Policy[]; first: string }>`
select licenses."policies-kind"::text as kind, licenses.policies, min(licenses.id) as first from licenses
where licenses."account-id" = ${account} and licenses."product-id" = ${product} and licenses."deleted-on" is null
  and licenses."pool-id" is null and licenses.status = 'Active' and not ${expired} and ${couldAllow(subject.rn)}
  and (${license}::text is null or licenses.id = ${license}::text)
group by 1, 2 order by 3 limit ${sql.lit(maxGroups)}`.execute(tx);
  return rows;
}
