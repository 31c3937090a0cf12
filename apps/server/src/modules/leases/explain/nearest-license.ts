import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { type Installation, rnOf } from '../../../installation.ts';
import { mayConsume } from '../consume/picking/rank-seats.ts';
import { couldAllow, usable } from '../consume/picking/seat-request.ts';
import { revocation, taken } from '../seat/lease-row.ts';
import type { Situation } from './explain-layers.ts';

/** Maximum number of policy groups evaluated for one product, which bounds the cost of a request. */
const maxPolicies = 1000;

type Consumer = Omit<Situation, 'license'> & { readonly account: string };

const isUsable = usable({ releasedOn: null });

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
  if (allowed !== null) return allowed;
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
  { account, userId, subject }: Consumer,
  product: string,
): Promise<string | null> {
  const isMine = sql`licenses."holder-id" = ${userId} and licenses."lease-state" = 'active' and ${revocation} is null`;
  const isFree = sql<boolean>`(not ${taken} or (${isMine}))`;
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
  return allowed?.first ?? null;
}

function selectOfProduct(tx: Transaction, account: string, product: string) {
  return tx
    .selectFrom('licenses')
    .where('licenses.account-id', '=', account)
    .where('licenses.product-id', '=', product)
    .where('licenses.deleted-on', 'is', null);
}
