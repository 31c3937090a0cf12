import type { BodyOf, calls } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { idInBody, idInRn, unknownReference } from '../../access/guards.ts';
import { compiledOnce } from '../../db/built-once.ts';
import { executeBuilt, type Transaction } from '../../db/database.ts';
import { invalid } from '../../problem.ts';
import { expired, taken } from './lease-row.ts';

/** What somebody wants to consume, looked up: which product, maybe which license, for a client released when. */
export interface Wanted {
  readonly product: string;
  readonly license: string | null;
  readonly releasedOn: string | null;
}

/**
 * What a request to consume names. Whether there is such a product is asked later ({@link selectProduct}), a license is
 * looked up at once.
 *
 * @throws {ProblemError} 400 naming the field, when the product or the license is not there or somebody else's.
 */
export async function findWanted(
  tx: Transaction,
  actor: Actor,
  body: BodyOf<typeof calls.consumeLicense>,
): Promise<Wanted> {
  const releasedOn = body.client['released-on'] ?? null;
  const product = idInRn(actor, actor.installation.providerAccountId, 'product', body.product);
  if (product === null) throw unknownProduct();
  if (body.license === undefined) return { product, license: null, releasedOn };
  requireProduct(await executeBuilt(tx, selectProduct(tx, product)));
  const license = await tx
    .selectFrom('licenses')
    .select(['id', 'product-id'])
    .where('id', '=', idInBody(actor, actor.accountId, 'license', body.license, 'license'))
    .where('account-id', '=', actor.accountId)
    .where('deleted-on', 'is', null)
    .executeTakeFirst();
  if (!license) throw unknownReference('license');
  if (license['product-id'] !== product) {
    throw invalid('license', 'This license is of another product. Choose a license of this product.');
  }
  return { product, license: license.id, releasedOn };
}

/** The product of an id, if the catalogue has it. */
export const selectProduct = compiledOnce((tx: Transaction, id: string) =>
  tx.selectFrom('products').select('id').where('id', '=', id),
);

/** @throws {ProblemError} 400 when {@link selectProduct} found none */
export function requireProduct(found: readonly unknown[]): void {
  if (found.length === 0) throw unknownProduct();
}

function unknownProduct() {
  return invalid('product', 'There is no such product. Choose another product.');
}

/** The id of a product that a request names by its rn; null when the catalogue has no such product. */
export async function productOf(tx: Transaction, actor: Actor, rn: string): Promise<string | null> {
  const id = idInRn(actor, actor.installation.providerAccountId, 'product', rn);
  if (id === null) return null;
  const product = await tx.selectFrom('products').select('id').where('id', '=', id).executeTakeFirst();
  return product?.id ?? null;
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
export function outOfMaintenance(wanted: Pick<Wanted, 'releasedOn'>) {
  return sql<boolean>`(licenses.type = 'Perpetual' and coalesce(licenses."maintenance-end" < ${wanted.releasedOn}::timestamptz, false))`;
}

/** The license itself allows to be consumed: neither suspended, nor expired, nor out of maintenance for this client. */
export function usable(wanted: Pick<Wanted, 'releasedOn'>) {
  return sql<boolean>`(licenses.status = 'Active' and not ${expired} and not ${outOfMaintenance(wanted)})`;
}

/** A seat that can be taken now. */
export function available(wanted: Pick<Wanted, 'releasedOn'>) {
  return sql<boolean>`(${usable(wanted)} and not ${taken})`;
}
