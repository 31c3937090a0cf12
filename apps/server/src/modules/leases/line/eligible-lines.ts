import type { Policy, Subject } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { type Installation, rnOf } from '../../../installation.ts';
import { expired } from '../../../records/license-term.ts';
import { type AllowedPool, allowedPools, readPools } from '../picking/allowed-pools.ts';
import { mayConsume } from '../picking/rank-seats.ts';
import { groupKey, type Line } from './lines.sql.ts';

/** The class of a waiter for whom no rule of the pool names another. */
const usualClass = 2;
/** Maximum policy groups that are read for one waiter, or for a chunk of them. */
const maxGroups = 1000;

/** Who waits, and for what. */
export interface Wish extends Line {
  readonly subject: Subject;
  /** The key of the requested license; null for any. */
  readonly license: string | null;
}

/** The lines in which a user may wait, with their class in each; none for a user who may use no license. */
export async function linesFor(
  tx: Transaction,
  installation: Installation,
  wish: Wish,
): Promise<Record<string, number>> {
  const { account, product, subject, license } = wish;
  const requested = license === null ? null : await findRequested(tx, wish, license);
  if (requested === undefined) return {};
  return linesOf(installation, wish, await readSources(tx, { account, product }, [subject.rn], requested));
}

/** What gives seats of a product: its pools, and the policy groups of its licenses outside pools. */
export interface SeatSources {
  readonly pools: Awaited<ReturnType<typeof readPools>>;
  readonly groups: readonly PolicyGroup[];
}

interface PolicyGroup {
  readonly kind: string;
  readonly policies: Policy[];
  /** The key of one of its licenses. */
  readonly first: string;
  readonly 'by-conditions': boolean;
  readonly 'by-name': readonly string[];
}

/** Reads what could give seats to some users, once for all of them. */
export async function readSources(
  tx: Transaction,
  line: Line,
  rns: readonly string[],
  requested: { readonly id: string; readonly 'pool-id': string | null } | null = null,
): Promise<SeatSources> {
  const pool = requested?.['pool-id'] ?? null;
  const [pools, groups] = await Promise.all([
    requested === null || pool !== null ? readPools(tx, { ...line, rn: rns, pool, withLicenses: true }) : [],
    pool === null ? readGroups(tx, line, rns, requested?.id ?? null) : [],
  ]);
  return { pools, groups };
}

/** The lines in which a user may stand, of those that were read for them. */
export function linesOf(
  installation: Installation,
  { account, subject }: Pick<Wish, 'account' | 'subject'>,
  { pools, groups }: SeatSources,
): Record<string, number> {
  const lines: Record<string, number> = {};
  for (const allowed of allowedPools(installation, pools, subject)) lines[allowed.id] = classIn(allowed, subject);
  for (const { kind, policies, first, 'by-conditions': byConditions, 'by-name': byName } of groups) {
    const isPossible = byConditions || byName.includes(subject.rn);
    if (isPossible && mayConsume(policies, rnOf(installation, account, 'license', first), subject))
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

/** The best class of a user's tags by the priorities of a pool. */
function classIn({ rules }: AllowedPool, { tags }: Subject): number {
  const classes = (rules.priorities ?? []).filter(({ tag }) => tags.includes(tag)).map((one) => one.class);
  return classes.length === 0 ? usualClass : Math.min(...classes);
}

/** The policy groups of the licenses outside pools that could allow one of some users. */
async function readGroups(tx: Transaction, { account, product }: Line, rns: readonly string[], license: string | null) {
  const { rows } = await sql<PolicyGroup>`
select licenses."policies-kind"::text as kind, licenses.policies, min(licenses.id) as first,
  licenses."by-conditions", licenses."by-name" from licenses
where licenses."account-id" = ${account} and licenses."product-id" = ${product} and licenses."deleted-on" is null
  and licenses."pool-id" is null and licenses.status = 'Active' and not ${expired}
  and (licenses."by-conditions" or ${rns}::text[] && licenses."by-name")
  and (${license}::text is null or licenses.id = ${license}::text)
group by 1, 2, 4, 5 order by 3 limit ${sql.lit(maxGroups)}`.execute(tx);
  return rows;
}
