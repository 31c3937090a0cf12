import { consumePolicy, type Policy } from '@keyhold/contract';
import type { Catalogue } from '../../apps/demo/src/catalogue.ts';
import type { Random } from '../../apps/demo/src/rows/random.ts';
import type { Rows, Value } from './copy-rows.ts';
import { idAt, keyFrom } from './identifiers.ts';
import { type Company, time } from './people.ts';
import { type Amounts, end, randomOf } from './plan.ts';
import { teams } from './words.ts';

const day = 86_400_000;
const types = ['Perpetual', 'Subscription', 'Subscription', 'Trial'] as const;
/** The expiry of licenses in use, so late that they stay in use however long the data is kept. */
const heldUntil = Date.UTC(2099, 0, 1);
/** Longest offline checkout of a license, in days. */
const longestOffline = 30;

/** A license of a company. */
export interface LicenseSeed {
  readonly company: Company;
  readonly key: string;
  readonly product: string;
  readonly type: (typeof types)[number];
  readonly created: number;
  readonly policies: readonly Policy[];
  /** The holder on an offline device. */
  readonly holder: { readonly id: string; readonly since: number; readonly lease: string; readonly use: string } | null;
  readonly row: readonly Value[];
}

const licenseColumns = [
  'id',
  'account-id',
  'product-id',
  'description',
  'order-reference',
  'type',
  'version',
  'expiry-perpetual',
  'expiry-date',
  'maintenance-end',
  'status',
  'policies',
  'created-on',
  'updated-on',
  'activation-date',
  'lease-state',
  'lease-id',
  'epoch',
  'holder-id',
  'leased-on',
  'expires-at',
  'device-name',
];

/** Generates the licenses of an account: of every product, type and kind of consumers; one in twenty in use. */
export function licensesOf(amounts: Amounts, company: Company, catalogue: Catalogue): readonly LicenseSeed[] {
  const random = randomOf(amounts, 'licenses', company.plan.index);
  const { shared, ...others } = catalogue.products;
  // One company in three shares licenses; the others have no license of the shared product.
  const offered = [...Object.values(others), ...(company.plan.index % 3 === 0 ? [shared, shared] : [])];
  return Array.from({ length: company.plan.licenses }, (_, index): LicenseSeed => {
    const created = company.plan.created + random.below(end - company.plan.created);
    const type = random.pick(types);
    const key = keyFrom(random);
    const product = offered[random.below(offered.length)]?.id ?? shared.id;
    const consumers = random.below(10);
    const policies = [policyFor(company, consumers, random)];
    const held = consumers < 5 && random.below(10) === 0;
    const person = company.people[random.below(company.people.length)];
    const since = Math.max(created, end - 1 - random.below(longestOffline * day));
    const holder =
      held && person ? { id: person.id, since, lease: idAt(since, random), use: idAt(since, random) } : null;
    const activated = holder ? since : random.below(5) < 3 ? since : null;
    const row = [
      key,
      company.plan.id,
      product,
      random.below(4) === 0 ? `${random.pick(teams)}, seat ${random.below(900) + 100}` : '',
      // Ten licenses are of one order.
      `PO-${new Date(created).getUTCFullYear()}-${company.plan.index}-${Math.floor(index / 10)}`,
      type,
      `${random.below(8) + 19}.${random.below(4)}`,
      type === 'Perpetual',
      type === 'Perpetual' ? null : time(created + (type === 'Trial' ? 30 : 3_650) * day),
      random.below(2) === 0 ? null : time(created + 730 * day),
      random.below(50) === 0 ? 'Suspended' : 'Active',
      JSON.stringify(policies),
      time(created),
      time(created),
      activated === null ? null : time(activated),
      ...(holder
        ? ['offline', holder.lease, 1, holder.id, time(holder.since), time(heldUntil), `laptop-${random.below(10_000)}`]
        : ['free', null, 0, null, null, null, null]),
    ];
    return { company, key, product, type, created, policies, holder, row };
  });
}

function policyFor(company: Company, drawn: number, random: Random): Policy {
  if (drawn < 5) return consumePolicy({ kind: 'Everyone' });
  const tag = company.tagIds[random.below(company.tagIds.length)];
  if (drawn < 7 && tag) return consumePolicy({ kind: 'Tags', tags: [company.rn('tag', tag)] });
  const person = company.people[random.below(company.people.length)];
  if (drawn < 9 && person) return consumePolicy({ kind: 'User', user: company.rn('user', person.id) });
  return consumePolicy({ kind: 'No one' });
}

export function licenseRows(licenses: readonly LicenseSeed[]): Rows {
  return { table: 'licenses', columns: licenseColumns, rows: licenses.map(({ row }) => row) };
}

/** The rows of the uses in progress. */
export function useRows(licenses: readonly LicenseSeed[]): Rows {
  function* rows(): Iterable<readonly Value[]> {
    for (const { company, key, product, holder } of licenses) {
      if (holder) yield [holder.use, company.plan.id, product, key, holder.id, time(holder.since)];
    }
  }
  const columns = ['id', 'account-id', 'product-id', 'license-id', 'user-id', 'started-on'];
  return { table: 'license-uses', columns, rows: rows() };
}

/** Add-on licenses, one for every other license; two in three are assigned. */
export function addonLicenseRows(amounts: Amounts, licenses: readonly LicenseSeed[], catalogue: Catalogue): Rows {
  const addons = Object.values(catalogue.addons);
  function* rows(): Iterable<readonly Value[]> {
    const random = randomOf(amounts, 'addon-licenses');
    for (const { company, key, type, created } of licenses) {
      if (random.below(2) === 0) continue;
      const addon = addons[random.below(addons.length)]?.id ?? null;
      const on = time(created);
      yield [keyFrom(random), company.plan.id, addon, type, random.below(3) === 0 ? null : key, on, on];
    }
  }
  const columns = ['id', 'account-id', 'addon-id', 'type', 'license-id', 'created-on', 'updated-on'];
  return { table: 'addon-licenses', columns, rows: rows() };
}

export function catalogueRows(catalogue: Catalogue): readonly Rows[] {
  const rowsOf = (entries: Catalogue['products'] | Catalogue['addons']) =>
    Object.values(entries).map(({ id, name, description }) => [id, name, description, time(end), time(end)]);
  const columns = ['id', 'name', 'description', 'created-on', 'updated-on'];
  return [
    { table: 'products', columns, rows: rowsOf(catalogue.products) },
    { table: 'addons', columns, rows: rowsOf(catalogue.addons) },
  ];
}
