import { compileOnce, type ParametersFor } from '@keyhold/pg-round-trip';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import { idInBody, unknownReference } from '../../../access/guards.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Input } from '../../../http/input.ts';
import { invalid } from '../../../problem.ts';
import { productIdOf } from '../../../records/catalogue.sql.ts';
import { expired } from '../../../records/license-term.ts';
import { taken } from '../../../records/seat-conditions.ts';
import type { Given } from '../seat/seat-columns.ts';

/** A request for a seat with resolved references: the product, an optional license and the client's release date. */
export interface SeatRequest {
  readonly product: string;
  readonly license: string | null;
  /** The pool of the license. */
  readonly pool: string | null;
  readonly releasedOn: string | null;
  /** The first number of the client's version; null where it has none. */
  readonly version: string | null;
}

/**
 * Resolves the references of a consume request. Unless it names a license, the product's existence is checked later
 * ({@link findProduct}).
 *
 * @throws {ProblemError} 400 naming the field, when the product or the license does not exist or is in another account
 */
export async function readSeatRequest(
  tx: Transaction,
  actor: Actor,
  body: Input<'consumeLicense'>['body'],
): Promise<SeatRequest> {
  const releasedOn = body.client['released-on'] ?? null;
  const version = /\d+/.exec(body.client.version)?.[0] ?? null;
  const product = productIdOf(actor, body.product);
  if (product === null) throw unknownProduct();
  if (body.license === undefined) return { product, license: null, pool: null, releasedOn, version };
  requireProduct((await findProduct({ id: product }).execute(tx)).rows);
  const license = await tx
    .selectFrom('licenses')
    .select(['id', 'product-id', 'pool-id'])
    .where('id', '=', idInBody(actor, actor.accountId, 'license', body.license, 'license'))
    .where('account-id', '=', actor.accountId)
    .where('deleted-on', 'is', null)
    .executeTakeFirst();
  if (!license) throw unknownReference('license');
  if (license['product-id'] !== product) {
    throw invalid('license', 'This license is of another product. Choose a license of this product.');
  }
  return { product, license: license.id, pool: license['pool-id'], releasedOn, version };
}

/** Selects the product with an id, if it exists. */
export const findProduct = compileOnce((tx: Transaction, { id }: ParametersFor<{ id: string }>) =>
  tx.selectFrom('products').select('id').where('id', '=', id),
);

/** Like {@link findProduct}, with whether an account has waiters for it. */
export const findWaitedProduct = compileOnce(
  (_tx: Transaction, { id, account }: ParametersFor<{ id: string; account: string }>) => sql<{
    id: string;
    waited: boolean;
  }>`
select products.id, exists (select from waiters where waiters."account-id" = ${account}
  and waiters."product-id" = products.id and waiters."ended-on" is null) as waited
from products where products.id = ${id}`,
);

/** @throws {ProblemError} 400 when {@link findProduct} returned no row */
export function requireProduct(found: readonly unknown[]): void {
  if (found.length === 0) throw unknownProduct();
}

function unknownProduct() {
  return invalid('product', 'There is no such product. Choose another product.');
}

/** Selects the account's licenses that match a request, in any state. */
export function selectRequested(tx: Transaction, actor: Actor, request: SeatRequest) {
  const query = tx
    .selectFrom('licenses')
    .where('licenses.account-id', '=', actor.accountId)
    .where('licenses.product-id', '=', request.product)
    .where('licenses.deleted-on', 'is', null);
  return request.license === null ? query : query.where('licenses.id', '=', request.license);
}

/** The part of a request that conditions on the license depend on: the client's release date and version. */
type Released = Given<Pick<SeatRequest, 'releasedOn' | 'version'>>;

/** The client was released after the maintenance of a perpetual license had ended. */
export function outOfMaintenance(request: Released) {
  return sql<boolean>`(licenses.type = 'Perpetual' and coalesce(licenses."maintenance-end" < ${request.releasedOn}::timestamptz, false))`;
}

/**
 * The client's version is higher than the license covers, and the product enforces versions. A license or a client
 * whose version has no number covers, or is, every version.
 */
export function outOfVersion(request: Released) {
  return sql<boolean>`coalesce(substring(licenses.version from '[0-9]+')::numeric < ${request.version}::numeric, false)
    and exists (select from products where products.id = licenses."product-id" and products."enforce-version")`;
}

/** The license can be used: neither suspended, nor expired, nor out of maintenance or version for this client. */
export function usable(request: Released) {
  return sql<boolean>`(licenses.status = 'Active' and not ${expired} and not ${outOfMaintenance(request)}
    and not (${outOfVersion(request)}))`;
}

/** A seat that can be taken now. */
export function available(request: Released) {
  return sql<boolean>`(${usable(request)} and not ${taken})`;
}

/** A prefilter: policies that allow the user to consume have conditions or name the user. Skips licenses of others. */
export function couldAllow(rn: string | RawBuilder<string>) {
  return sql<boolean>`(licenses."by-conditions" or ${rn} = any(licenses."by-name"))`;
}
