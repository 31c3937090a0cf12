import { resources, textsIn } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import { reachableAccount } from '../../access/guards.ts';
import { auditItem } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import { anyOf } from '../../db/expressions.ts';
import { lockAccount } from '../../db/locks.ts';
import type { Operation } from '../../http/bind.ts';
import { rnOf } from '../../installation.ts';
import { invalid } from '../../problem.ts';
import { queueWebhooks } from '../../webhook-delivery/webhook-events.ts';
import { findEntry } from '../catalogue/find-entry.ts';
import { addonLicenseResource, licenseResource } from '../resources.ts';
import { newLicenseKey } from './license-key.ts';
import { policiesOf, requirePolicies } from './license-policies.ts';
import { selectLicenses } from './licenses.sql.ts';

export const issueLicenses: Operation<'issueLicenses'> = async (tx, actor, { body }) => {
  const account = await reachableAccount(tx, actor, body['account-id']);
  await lockAccount(tx, account);
  const product = await catalogueId(tx, actor, 'product', body.product);
  await requirePolicies(tx, actor, account, body, []);
  const policies = JSON.stringify(policiesOf(body, []));
  const keys = Array.from({ length: body.count }, newLicenseKey);
  await tx
    .insertInto('licenses')
    .values(
      keys.map((id) => ({
        id,
        'account-id': account,
        'product-id': product,
        type: body.type,
        version: body.version,
        'expiry-perpetual': body.expiry.perpetual,
        'expiry-date': body.expiry.date,
        'expiry-period': body.expiry.period,
        'maintenance-start': body['maintenance-start'],
        'maintenance-end': body['maintenance-end'],
        policies,
        ...textsIn(resources.license, body),
      })),
    )
    .execute();
  const rows = await selectLicenses(tx).where('licenses.id', '=', anyOf(keys, 'text')).orderBy('licenses.id').execute();
  const items = rows.map((row) => licenseResource(actor.installation, row));
  for (const item of items) {
    await auditItem(tx, actor, 'license:IssueLicense', null, item);
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
  return findEntry(tx, actor, type, rn, () => invalid(type, problem));
}
