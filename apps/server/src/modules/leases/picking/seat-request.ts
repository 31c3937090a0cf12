import { compileOnce, type ParametersFor } from '@keyhold/pg-round-trip';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import { idInBody, idInRn, unknownReference } from '../../../access/guards.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Input } from '../../../http/input.ts';
import { invalid } from '../../../problem.ts';
import { expired, taken } from '../lease-row.ts';
import type { Given } from '../seat-columns.ts';

/** A request for a seat, its references resolved: of which product, maybe which license, for a client released when. */
export interface SeatRequest {
  readonly product: string;
  readonly license: string | null;
  readonly releasedOn: string | null;
}

/**
 * Resolves what a request to consume names. Whether there is such a product is queried later ({@link findProduct}).
 *
 * @throws {ProblemError} 400 naming the field, when the product or the license does not exist or is another account's.
 */
export async function readSeatRequest(
  tx: Transaction,
  actor: Actor,
  body: Input<'consumeLicense'>['body'],
): Promise<SeatRequest> {
  const releasedOn = body.client['released-on'] ?? null;
  const product = idInRn(actor, actor.installation.providerAccountId, 'product', body.product);
  if (product === null) throw unknownProduct();
  if (body.license === undefined) return { product, license: null, releasedOn };
  requireProduct((await findProduct({ id: product }).execute(tx)).rows);
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
export const findProduct = compileOnce((tx: Transaction, { id }: ParametersFor<{ id: string }>) =>
  tx.selectFrom('products').select('id').where('id', '=', id),
);

/** @throws {ProblemError} 400 when {@link findProduct} found none */
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
export function selectRequested(tx: Transaction, actor: Actor, request: SeatRequest) {
  const query = tx
    .selectFrom('licenses')
    .where('licenses.account-id', '=', actor.accountId)
    .where('licenses.product-id', '=', request.product)
    .where('licenses.deleted-on', 'is', null);
  return request.license === null ? query : query.where('licenses.id', '=', request.license);
}

/** When the client was released, for what asks only about that. */
type Released = Given<Pick<SeatRequest, 'releasedOn'>>;

/** The client came out after the maintenance of a perpetual license had ended. */
export function outOfMaintenance(request: Released) {
  return sql<boolean>`(licenses.type = 'Perpetual' and coalesce(licenses."maintenance-end" < ${request.releasedOn}::timestamptz, false))`;
}

/** The license itself allows to be consumed: neither suspended, nor expired, nor out of maintenance for this client. */
export function usable(request: Released) {
  return sql<boolean>`(licenses.status = 'Active' and not ${expired} and not ${outOfMaintenance(request)})`;
}

/** A seat that can be taken now. */
export function available(request: Released) {
  return sql<boolean>`(${usable(request)} and not ${taken})`;
}

/** A prefilter: policies that let the user consume have conditions or name the user. Licenses of others are not read. */
export function couldAllow(rn: string | RawBuilder<string>) {
  return sql<boolean>`(licenses."by-conditions" or ${rn} = any(licenses."by-name"))`;
}
