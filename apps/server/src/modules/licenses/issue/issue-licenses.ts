import { type License, resources, textsIn } from '@keyhold/contract';
import { type Insertable, sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import { idInRn, reachableAccount } from '../../../access/guards.ts';
import { auditAll, auditItem } from '../../../audit/audit.ts';
import type { Transaction } from '../../../db/database.ts';
import { anyOf } from '../../../db/expressions.ts';
import { lockAccount, lockInAccount } from '../../../db/locks.ts';
import type { LicensesTable } from '../../../db/schema.ts';
import type { Operation } from '../../../http/bind.ts';
import type { Input } from '../../../http/input.ts';
import { rnOf } from '../../../installation.ts';
import { conflict, invalid } from '../../../problem.ts';
import { findEntry } from '../../../records/catalogue.sql.ts';
import { insertPool } from '../../../records/insert-pool.ts';
import { selectLicenses } from '../../../records/licenses.sql.ts';
import { selectPools } from '../../../records/pools.sql.ts';
import { addonLicenseResource, licenseResource, type PoolRow, productResource } from '../../../records/resources.ts';
import { queueWebhooks } from '../../../webhook-delivery/webhook-events.ts';
import { chunksOf } from '../../leases/move-seats.ts';
import { policiesOf, requirePolicies } from '../license-policies.ts';
import { newLicenseKey } from './license-key.ts';

export const issueLicenses: Operation<'issueLicenses'> = async (tx, actor, { body }) => {
  const account = await reachableAccount(tx, actor, body['account-id']);
  await lockAccount(tx, account);
  const product = await catalogueId(tx, actor, 'product', body.product);
  await requirePolicies(tx, actor, account, body, []);
  const pool = body.pool === undefined ? null : await poolOf(tx, actor, account, product, body);
  const policies = JSON.stringify(pool ? [] : policiesOf(body, []));
  const keys = Array.from({ length: body.count }, newLicenseKey).sort();
  const items: License[] = [];
  for (const chunk of chunksOf(keys)) {
    await insertAlike(tx, chunk, {
      'account-id': account,
      'product-id': product,
      type: body.type,
      version: body.version,
      'expiry-perpetual': body.expiry.perpetual,
      'expiry-date': body.expiry.date,
      'expiry-period': body.expiry.period,
      'maintenance-start': body['maintenance-start'],
      'maintenance-end': body['maintenance-end'],
      'grace-days': body['grace-days'],
      policies,
      'pool-id': pool?.id ?? null,
      ...textsIn(resources.license, body),
    });
    const licenses = selectLicenses(tx).where('licenses.id', '=', anyOf(chunk, 'text')).orderBy('licenses.id');
    const issued = (await licenses.execute()).map((row) => licenseResource(actor.installation, row));
    items.push(...issued);
    if (pool) await auditPooled(tx, actor, pool, issued);
    else for (const item of issued) await auditItem(tx, actor, 'license:IssueLicense', null, item);
  }
  queueWebhooks(
    tx,
    items.map(({ rn, certificate }) => ({
      account,
      type: 'license.issued',
      data: {
        account: rnOf(actor.installation, account, 'account', account),
        license: rn,
        product: certificate.product,
        type: certificate.type,
      },
    })),
  );
  return { items };
};

/** Inserts licenses that differ by their key only: thousands of keys, but each of the values once. */
async function insertAlike(
  tx: Transaction,
  keys: readonly string[],
  license: Omit<Insertable<LicensesTable>, 'id'>,
): Promise<void> {
  const given = Object.entries(license).filter(([, value]) => value !== undefined);
  const columns = given.map(([name]) => sql.ref(name));
  const values = given.map(([, value]) => sql`${value}`);
  await sql`insert into licenses (id, ${sql.join(columns)})
    select id, ${sql.join(values)} from unnest(${keys}::text[]) as id`.execute(tx);
}

/** The pool that gets the licenses: the named one, or a new one. */
async function poolOf(
  tx: Transaction,
  actor: Actor,
  account: string,
  product: string,
  body: Input<'issueLicenses'>['body'],
): Promise<PoolRow> {
  if (typeof body.pool === 'object') {
    return insertPool(tx, actor, { account, product, name: body.pool.name, policies: policiesOf(body, []) });
  }
  const missing = () => invalid('pool', 'There is no such pool in this account. Choose another pool.');
  const id = idInRn(actor, account, 'pool', body.pool ?? '');
  if (id === null) throw missing();
  await lockInAccount(tx, 'pools', id);
  const pool = await selectPools(tx).where('pools.id', '=', id).where('account-id', '=', account).executeTakeFirst();
  if (!pool) throw missing();
  if (pool['product-id'] === product) return pool;
  throw invalid('pool', 'This pool is of another product. A pool has licenses of one product.');
}

/** Writes many issued licenses to the audit log in one statement. */
async function auditPooled(tx: Transaction, actor: Actor, pool: PoolRow, items: readonly License[]): Promise<void> {
  const product = await tx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', pool['product-id'])
    .executeTakeFirstOrThrow();
  const names = {
    [rnOf(actor.installation, pool['account-id'], 'pool', pool.id)]: pool.name,
    [productResource(actor.installation, product).rn]: product.name,
  };
  const changes = items.map((item) => ({
    action: 'license:IssueLicense' as const,
    resource: item.rn,
    // The policies are the pool's.
    after: { ...item, policies: [], names },
  }));
  auditAll(tx, actor, changes);
}

export const issueAddonLicenses: Operation<'issueAddonLicenses'> = async (tx, actor, { body }) => {
  const account = await reachableAccount(tx, actor, body['account-id']);
  await lockAccount(tx, account);
  const addon = await catalogueId(tx, actor, 'addon', body.addon);
  const keys = Array.from({ length: body.count }, newLicenseKey).sort();
  const rows = await tx
    .insertInto('addon-licenses')
    .values(
      keys.map((id) => ({
        id,
        'account-id': account,
        'addon-id': addon,
        type: body.type,
        ...textsIn(resources.addonLicense, body),
      })),
    )
    .returningAll()
    .execute();
  const items = rows.map((row) => addonLicenseResource(actor.installation, row));
  for (const item of items) {
    await auditItem(tx, actor, 'license:IssueLicense', null, item);
  }
  return { items };
};

/** The id of a product or an add-on of the catalogue; all other references are refused with the same message. */
async function catalogueId(tx: Transaction, actor: Actor, type: 'product' | 'addon', rn: string): Promise<string> {
  const problem = `There is no such ${type} in the catalogue. Choose another ${type}.`;
  const id = await findEntry(tx, actor, type, rn, () => invalid(type, problem));
  // The lock keeps it from being retired or deleted before the commit.
  const { rows } = await sql<{ name: string; status: string }>`
    select name, status from ${sql.table(`${type}s`)} where id = ${id} for share`.execute(tx);
  const [entry] = rows;
  if (!entry) throw invalid(type, problem);
  if (entry.status === 'Retired') {
    throw conflict('retired', `${entry.name} is retired. Choose another ${type}, or make it active again.`, type);
  }
  return id;
}
