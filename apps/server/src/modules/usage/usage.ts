import type { Product, ServiceAccount, User } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import { accountOf, idInQuery } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import type { Operation } from '../../http/bind.ts';
import { catalogueRnOf } from '../../installation.ts';
import { byRn } from '../../lists/by-rn.ts';
import { invalid } from '../../problem.ts';
import { findEntry } from '../../records/catalogue.sql.ts';
import { consumersByRn } from '../../records/consumers.ts';
import { findPool } from '../../records/pools.sql.ts';
import { productResource } from '../../records/resources.ts';
import { findUser } from '../../records/users.sql.ts';
import { readBuckets } from './usage-buckets.ts';
import { readDenials, readLicenses, readProducts, readUnused, readUsers } from './usage-lists.ts';
import { readRange, type UsageRange, useDays } from './usage-range.ts';
import { readWaiting } from './waiting-usage.ts';

export const getUsage: Operation<'getUsage' | 'getAccountUsage'> = async (tx, actor, { query }) => {
  const account = await accountOf(tx, actor, query);
  const range = await readRange(tx, query, query.interval);
  const pool = query.pool === undefined ? null : await findPoolIn(tx, actor, account, query.pool, range);
  const named = query.product === undefined ? null : await findEntry(tx, actor, 'product', query.product);
  const product = named ?? pool?.product ?? null;
  const user = query.user === undefined ? null : await findUserIn(tx, actor, account, query.user);
  const scope = { account, range, product, user, pool: pool?.id ?? null };
  const products = await readProducts(tx, scope);
  const ids = products.map(({ id }) => id);
  const users = await readUsers(tx, actor, scope);
  const licenses = await readLicenses(tx, actor, scope);
  const denials = await readDenials(tx, actor, scope);
  const unused = await readUnused(tx, actor, scope);
  const waiting = await readWaiting(tx, actor, scope);
  return {
    from: range.from.toISOString(),
    to: range.to.toISOString(),
    interval: range.interval,
    items: await readBuckets(tx, actor.installation, scope, ids),
    'by-product': products.map(({ id, ...row }) => ({
      ...row,
      product: catalogueRnOf(actor.installation, 'product', id),
      'last-used-on': row['last-used-on']?.toISOString() ?? null,
    })),
    'by-user': users,
    'by-license': licenses,
    unused,
    denials,
    waiting,
    resources: await resourcesOf(tx, actor, ids, [
      ...users.map((each) => each.user),
      ...unused.map((each) => each.user),
      ...denials.map((each) => each.user),
      ...waiting.map((each) => each.user),
      ...licenses.flatMap((license) => license['last-user'] ?? []),
    ]),
  };
};

/** The id of a user of the account, by their rn in the query. */
async function findUserIn(tx: Transaction, actor: Actor, account: string, rn: string): Promise<string> {
  return (await findUser(tx, actor, idInQuery(actor, account, 'user', rn))).id;
}

/**
 * A pool of the account, by its rn in the query.
 *
 * @throws {ProblemError} 400 when the range begins before the first individual uses that are kept
 */
async function findPoolIn(tx: Transaction, actor: Actor, account: string, rn: string, { from, now }: UsageRange) {
  const { id, 'product-id': product } = await findPool(tx, actor, idInQuery(actor, account, 'pool', rn));
  if (now.getTime() - from.getTime() <= useDays * 86_400_000) return { id, product };
  throw invalid('from', `The use of a pool is kept for ${useDays} days. Choose a later from.`);
}

/** The products, users and service accounts that a reply refers to, without deleted users. */
export async function resourcesOf(
  tx: Transaction,
  actor: Actor,
  products: readonly string[],
  users: readonly string[],
): Promise<Record<string, Product | User | ServiceAccount>> {
  const found =
    products.length === 0
      ? []
      : await tx.selectFrom('products').selectAll().where('id', '=', anyOf(products, 'text')).execute();
  const consumers = await consumersByRn(tx, actor, users);
  return { ...byRn(found.map((row) => productResource(actor.installation, row))), ...consumers };
}
