import { sql } from 'kysely';
import type { Transaction } from '../../db/database.ts';
import { type Installation, rnOf } from '../../installation.ts';
import type { Situation } from './explain-layers.ts';
import { revocation, taken } from './lease-row.ts';
import { mayConsume } from './picking/rank-seats.ts';
import { couldAllow, usable } from './picking/seat-request.ts';

/** Different policies that are judged for one product, so that a request costs the same however many licenses there are. */
const mostPolicies = 1000;

type Consumer = Omit<Situation, 'license'> & { readonly account: string };

const isUsable = usable({ releasedOn: null });

/**
 * The key of a product's license that a user is nearest to consuming; null when the account has none of the product.
 * Nearest is one they may consume now, then one whose seat is taken, then one that their account could use, then any; of
 * several the first by key.
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

/** The first license whose policies allow the user, those with a free seat before the others. */
async function firstAllowed(
  tx: Transaction,
  installation: Installation,
  { account, userId, subject }: Consumer,
  product: string,
): Promise<string | null> {
  const isMine = sql`licenses."holder-id" = ${userId} and licenses."lease-state" = 'active' and ${revocation} is null`;
  const isFree = sql<boolean>`(not ${taken} or (${isMine}))`;
  // Licenses with equal policies are judged alike, unless a statement is narrowed to some of them.
  const isNarrowed = sql`jsonb_path_exists(policies, '$[*].statements[*].resources[*]')`;
  const groups = await selectOfProduct(tx, account, product)
    .select(['policies', isFree.as('is-free'), sql`case when ${isNarrowed} then licenses.id end`.as('narrowed')])
    .select(sql<string>`min(licenses.id)`.as('first'))
    .where(isUsable)
    .where(couldAllow(subject.rn))
    .groupBy(sql`1, 2, 3`)
    .orderBy('is-free', 'desc')
    .orderBy('first')
    .limit(mostPolicies)
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
