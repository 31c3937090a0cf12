import type { Policy } from '@keyhold/contract';
import type { Insertable } from 'kysely';
import { inTransaction } from '../../src/db/database.ts';
import type { LicensesTable } from '../../src/db/schema.ts';
import { catalogueRnOf, rnOf } from '../../src/installation.ts';
import type { TestApp } from '../app.ts';

let count = 0;

/** A unique key. */
function nextKey(): string {
  count += 1;
  return `TEST0-TEST0-TEST0-${String(count).padStart(5, '0')}`;
}

/** A license or an add-on license, with the rn of its product or add-on. */
interface IssuedLicense {
  readonly key: string;
  readonly rn: string;
  readonly of: string;
}

/** Issues a license to an account: by default perpetual, and for no one. */
export async function issueLicense(
  test: TestApp,
  account: string,
  policies: readonly Policy[] = [],
  fields: Partial<Insertable<LicensesTable>> = {},
): Promise<IssuedLicense> {
  const key = nextKey();
  const productId = fields['product-id'] ?? 'keyhold-studio';
  await inTransaction(test.services.db, 'every account', async (tx) => {
    const name = productId === 'keyhold-studio' ? 'Keyhold Studio' : productId;
    await tx
      .insertInto('products')
      .values({ id: productId, name })
      .onConflict((oc) => oc.doNothing())
      .execute();
    await tx
      .insertInto('licenses')
      .values({
        id: key,
        'account-id': account,
        'product-id': productId,
        type: 'Perpetual',
        version: '26.1',
        'expiry-perpetual': !fields['expiry-date'] && !fields['expiry-period'],
        policies: JSON.stringify(policies),
        ...fields,
      })
      .execute();
  });
  const { installation } = test.services;
  return {
    key,
    rn: rnOf(installation, account, 'license', key),
    of: catalogueRnOf(installation, 'product', productId),
  };
}

/** Issues an add-on license to an account. */
export async function issueAddonLicense(
  test: TestApp,
  account: string,
  addon: string,
  name = addon,
): Promise<IssuedLicense> {
  const key = nextKey();
  await inTransaction(test.services.db, 'every account', async (tx) => {
    await tx
      .insertInto('addons')
      .values({ id: addon, name, description: `${name} for printers` })
      .onConflict((oc) => oc.doNothing())
      .execute();
    await tx
      .insertInto('addon-licenses')
      .values({ id: key, 'account-id': account, 'addon-id': addon, type: 'Subscription' })
      .execute();
  });
  const { installation } = test.services;
  return {
    key,
    rn: rnOf(installation, account, 'addon-license', key),
    of: catalogueRnOf(installation, 'addon', addon),
  };
}
