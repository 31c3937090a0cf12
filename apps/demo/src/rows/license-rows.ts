import {
  consumeActions,
  consumePolicy,
  consumePolicyName,
  type Policy,
  principalProvider,
  type Statement,
} from '@keyhold/contract';
import { newLicenseKey } from '@keyhold/server/license-key';
import type { AddonLicensesTable, LicensesTable } from '@keyhold/server/schema';
import type { Insertable } from 'kysely';
import type { DemoConsumers, DemoLicense, FindRn } from '../company.ts';
import type { Plan } from '../plan.ts';
import type { When } from './when.ts';

/** A company's licenses with their keys, and its add-on licenses. */
export interface LicenseRows {
  readonly licenses: readonly { readonly of: DemoLicense; readonly row: Insertable<LicensesTable> }[];
  readonly addonLicenses: readonly Insertable<AddonLicensesTable>[];
}

export function licenseRows(plan: Plan): LicenseRows {
  const licenses = plan.company.licenses.flatMap((license) =>
    Array.from({ length: license.count ?? 1 }, () => ({ of: license, row: licenseRow(plan, license) })),
  );
  const assigned = licenses.flatMap(({ of, row }) =>
    (of.addons ?? []).map((addon) => ({
      id: newLicenseKey(),
      'account-id': plan.accountId,
      'addon-id': plan.catalogue.addons[addon].id,
      type: of.type,
      'license-id': row.id,
      'order-reference': row['order-reference'],
      'created-on': row['created-on'],
      'updated-on': row['updated-on'],
    })),
  );
  const unassigned = plan.company.unassigned.map(({ addon, type }, index) => {
    const created = plan.when.ago(plan.company.daysOld / (2 + index));
    return {
      id: newLicenseKey(),
      'account-id': plan.accountId,
      'addon-id': plan.catalogue.addons[addon].id,
      type,
      'license-id': null,
      'created-on': created,
      'updated-on': created,
    };
  });
  return { licenses, addonLicenses: [...assigned, ...unassigned] };
}

function licenseRow({ accountId, catalogue, find, when }: Plan, license: DemoLicense): Insertable<LicensesTable> {
  const { maintenance, usedDaysAgo } = license;
  const issued = when.ago(license.issuedDaysAgo);
  const used = usedDaysAgo === undefined ? null : when.ago(usedDaysAgo);
  return {
    id: newLicenseKey(),
    'account-id': accountId,
    'product-id': catalogue.products[license.product].id,
    description: license.description ?? '',
    'order-reference': orderReference(license, issued),
    type: license.type,
    version: license.version,
    ...expiryColumns(license.expiry, used, when),
    'maintenance-start': maintenance ? when.inDays(-maintenance.fromDaysAgo) : null,
    'maintenance-end': maintenance && maintenance.toInDays !== null ? when.inDays(maintenance.toInDays) : null,
    status: license.suspended ? 'Suspended' : 'Active',
    policies: JSON.stringify(policiesFor(license.consumers, find)),
    'activation-date': used,
    'created-on': issued,
    'updated-on': used ?? issued,
  };
}

/** Trials have no order; all licenses issued on the same day have the same one. */
function orderReference({ type, issuedDaysAgo }: DemoLicense, issued: Date): string {
  return type === 'Trial' ? '' : `PO-${issued.getUTCFullYear()}-${1000 + (issuedDaysAgo % 1000)}`;
}

/** @param used the first use, from which a period is counted */
function expiryColumns(expiry: DemoLicense['expiry'], used: Date | null, when: When) {
  if (expiry === 'perpetual') return { 'expiry-perpetual': true, 'expiry-date': null, 'expiry-period': null };
  if ('inDays' in expiry) {
    return { 'expiry-perpetual': false, 'expiry-date': when.inDays(expiry.inDays), 'expiry-period': null };
  }
  return {
    'expiry-perpetual': false,
    'expiry-date': used && new Date(used.getTime() + expiry.period * day),
    'expiry-period': expiry.period,
  };
}

const day = 86_400_000;

function policiesFor(consumers: DemoConsumers, find: FindRn): readonly Policy[] {
  if (consumers === 'never set') return [];
  if (consumers === 'No one' || consumers === 'Everyone') return [consumePolicy({ kind: consumers })];
  if ('user' in consumers) return [consumePolicy({ kind: 'User', user: find.user(consumers.user) })];
  if ('tags' in consumers) return [consumePolicy({ kind: 'Tags', tags: consumers.tags.map((tag) => find.tag(tag)) })];
  const statements =
    'users' in consumers
      ? [statement('Allow', consumers.users.map(find.user), [])]
      : [statement('Allow', [], [find.tag(consumers.tag)]), statement('Deny', [], [find.tag(consumers.except)])];
  return [{ name: consumePolicyName, statements }];
}

function statement(effect: Statement['effect'], users: readonly string[], tags: readonly string[]): Statement {
  return {
    actions: [...consumeActions],
    effect,
    principals: users.map((id) => ({ id, provider: principalProvider })),
    conditions: tags.length > 0 ? [{ type: 'Tag', logic: 'All', operator: 'Equals', tags: [...tags] }] : [],
    resources: [],
  };
}
