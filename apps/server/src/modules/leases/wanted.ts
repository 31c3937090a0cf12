import { type BodyOf, type calls, parseRn } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { catalogueRnOf, rnOf } from '../../installation.ts';
import { invalid } from '../../problem.ts';
import { expired, taken } from './lease-row.ts';

/** What somebody wants to consume, looked up: which product, maybe which license, for a client released when. */
export interface Wanted {
  readonly product: string;
  readonly license: string | null;
  readonly releasedOn: string | null;
}

/**
 * Looks up what a request to consume names.
 *
 * @throws {ProblemError} 400 naming the field, when the product or the license is not there or somebody else's.
 */
export async function findWanted(
  tx: Transaction,
  actor: Actor,
  body: BodyOf<typeof calls.consumeLicense>,
): Promise<Wanted> {
  const product = await findProduct(tx, actor, body.product);
  const releasedOn = body.client['released-on'] ?? null;
  if (body.license === undefined) return { product, license: null, releasedOn };
  const { resourceId } = parseRn(body.license);
  const license = await tx
    .selectFrom('licenses')
    .select(['id', 'product-id'])
    .where('id', '=', resourceId)
    .where('account-id', '=', actor.accountId)
    .where('deleted-on', 'is', null)
    .executeTakeFirst();
  if (!license || body.license !== rnOf(actor.installation, actor.accountId, 'license', license.id)) {
    throw invalid('license', 'There is no such license in this account. Choose another license.');
  }
  if (license['product-id'] !== product) {
    throw invalid('license', 'This license is of another product. Choose a license of this product.');
  }
  return { product, license: license.id, releasedOn };
}

/** The id of a product that a request names by its rn. */
export async function findProduct(tx: Transaction, actor: Actor, rn: string): Promise<string> {
  const { resourceId } = parseRn(rn);
  const product = await tx.selectFrom('products').select('id').where('id', '=', resourceId).executeTakeFirst();
  if (!product || rn !== catalogueRnOf(actor.installation, 'product', product.id)) {
    throw invalid('product', 'There is no such product. Choose another product.');
  }
  return product.id;
}

/** The account's licenses that a request could mean, whatever their state. */
export function selectWanted(tx: Transaction, actor: Actor, wanted: Wanted) {
  const query = tx
    .selectFrom('licenses')
    .where('licenses.account-id', '=', actor.accountId)
    .where('licenses.product-id', '=', wanted.product)
    .where('licenses.deleted-on', 'is', null);
  return wanted.license === null ? query : query.where('licenses.id', '=', wanted.license);
}

/** The client came out after the maintenance of a perpetual license had ended. */
export function outOfMaintenance(wanted: Wanted) {
  return sql<boolean>`(licenses.type = 'Perpetual' and coalesce(licenses."maintenance-end" < ${wanted.releasedOn}::timestamptz, false))`;
}

/** The license itself allows to be consumed: neither suspended, nor expired, nor out of maintenance for this client. */
export function usable(wanted: Wanted) {
  return sql<boolean>`(licenses.status = 'Active' and not ${expired} and not ${outOfMaintenance(wanted)})`;
}

/** A seat that can be taken now. */
export function available(wanted: Wanted) {
  return sql<boolean>`(${usable(wanted)} and not ${taken})`;
}
