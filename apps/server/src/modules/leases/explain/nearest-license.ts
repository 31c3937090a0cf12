import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { anyOf } from '../../../db/expressions.ts';
import { type Installation, rnOf } from '../../../installation.ts';
import { revocation, taken } from '../../../records/seat-conditions.ts';
import { allowedPools, readPools } from '../picking/allowed-pools.ts';
import { mayConsume } from '../picking/rank-seats.ts';
import { couldAllow, usable } from '../picking/seat-request.ts';
import type { OwnPlace } from '../waiting/own-place.sql.ts';
import type { Situation } from './explain-layers.ts';

/** Maximum number of policy groups evaluated for one product, which bounds the cost of a request. */
const maxPolicies = 1000;

type Consumer = Omit<Situation, 'license'> & { readonly account: string };

const isUsable = usable({ releasedOn: null, version: null });

/**
 * The key of the product's license that the user is nearest to consuming; null when the account has none of the
 * product. In order: a license they may consume now, one whose seat is taken, one that their account could use, any
 * other; ties are broken by key.
 */
export async function nearestLicense(
  tx: Transaction,
  installation: Installation,
  consumer: Consumer,
  product: string,
): Promise<string | null> {
  const isActive = consumer.accountStatus === 'Active' && consumer.userStatus === 'Active';
  const allowed = isActive ? await firstAllowed(tx, installation, consumer, product) : null;
  if (allowed?.isFree) return allowed.key;
  const pooled = isActive ? await firstPooled(tx, installation, consumer, product) : null;
  if (pooled?.isFree) return pooled.key;
  if (allowed) return allowed.key;
  if (pooled) return pooled.key;
  const first = await selectOfProduct(tx, consumer.account, product)
    .select('licenses.id')
    .$if(isActive, (query) => query.orderBy(isUsable, 'desc'))
    .orderBy('licenses.id')
    .limit(1)
    .executeTakeFirst();
  return first?.id ?? null;
}

/** The first license whose policies allow the user; licenses with a free seat come first. */
async function firstAllowed(
  tx: Transaction,
  installation: Installation,
  { account, userId, subject, place }: Consumer,
  product: string,
): Promise<Nearest | null> {
  const isMine = sql`licenses."holder-id" = ${userId} and licenses."lease-state" = 'active' and ${revocation} is null`;
  const isFree = sql<boolean>`(not ${taken} or (${isMine}) or ${isOfferedTo(place)})`;
  // Licenses with equal policies get the same decision, unless a statement is narrowed to some of them.
  const isNarrowed = sql`jsonb_path_exists(policies, '$[*].statements[*].resources[*]')`;
  const groups = await selectOfProduct(tx, account, product)
    .select(['policies', isFree.as('is-free'), sql`case when ${isNarrowed} then licenses.id end`.as('narrowed')])
    .select(sql<string>`min(licenses.id)`.as('first'))
    .where(isUsable)
    .where(couldAllow(subject.rn))
    .groupBy(sql`1, 2, 3`)
    .orderBy('is-free', 'desc')
    .orderBy('first')
    .limit(maxPolicies)
    .execute();
  const allowed = groups.find(({ policies, first }) =>
    mayConsume(policies, rnOf(installation, account, 'license', first), subject),
  );
  return allowed ? { key: allowed.first, isFree: allowed['is-free'] } : null;
}

/** A license that a user may consume, and whether its seat is free or their own. */
interface Nearest {
  readonly key: string;
  readonly isFree: boolean;
}

/** The first license of the pools whose policies allow the user; those with a free seat come first. */
async function firstPooled(
  tx: Transaction,
  installation: Installation,
  { account, userId, subject, place }: Consumer,
  product: string,
): Promise<Nearest | null> {
  const pools = await readPools(tx, { account, product, rn: subject.rn, pool: null });
  const allowed = allowedPools(installation, pools, subject).map(({ id }) => id);
  if (allowed.length === 0) return null;
  const isMine = sql<boolean>`coalesce(licenses."holder-id" = ${userId} and licenses."lease-state" = 'active', false)`;
  const isFree = sql<boolean>`(not ${taken} or ${isMine} or ${isOfferedTo(place)})`;
  const first = await selectOfProduct(tx, account, product)
    .select(['licenses.id', isFree.as('is-free')])
    .where('licenses.pool-id', '=', anyOf(allowed))
    .where(isUsable)
    .orderBy(sql`(${isMine} or ${isOfferedTo(place)})`, 'desc')
    .orderBy('is-free', 'desc')
    .orderBy('licenses.id')
    .limit(1)
    .executeTakeFirst();
  return first ? { key: first.id, isFree: first['is-free'] } : null;
}

/** The seat is offered to a place in line. */
const isOfferedTo = (place: OwnPlace | null) =>
  sql<boolean>`coalesce(licenses.id = ${place?.offered ?? null}::text, false)`;

function selectOfProduct(tx: Transaction, account: string, product: string) {
  return tx
    .selectFrom('licenses')
    .where('licenses.account-id', '=', account)
    .where('licenses.product-id', '=', product)
    .where('licenses.deleted-on', 'is', null);
}
