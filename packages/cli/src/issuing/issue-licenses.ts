import { type BodyOf, calls, resources } from '@keyhold/contract';
import { readConsumers } from './consumers.ts';
import { readExpiry } from './expiry.ts';
import type { IssueKind } from './issue-plan.ts';
import type { Values } from './sheet.ts';

/** How to issue licenses. */
export const licenseKind: IssueKind<BodyOf<typeof calls.issueLicenses>> = {
  columns: [
    'account',
    'product',
    'type',
    'version',
    'expiry',
    'maintenance-start',
    'maintenance-end',
    'consumers',
    'count',
    ...Object.keys(resources.license.create),
  ],
  entry: 'product',
  noun: 'license',
  listEntries: async (api) => (await api.send(calls.listProducts, { query: {} })).items,
  resolve: async (api, account, { consumers }) =>
    consumers === undefined ? {} : readConsumers(api, account, consumers),
  bodyOf(values, { account, entry, resolved }) {
    const { expiry, count, consumers: _, ...others } = values;
    return checked(calls.issueLicenses.body, {
      ...withoutReferences(others, 'product'),
      ...resolved,
      'account-id': account,
      product: entry,
      expiry: expiry === undefined ? {} : readExpiry(expiry),
      ...(count === undefined ? {} : { count: Number(count) }),
    });
  },
  send: async (api, body, key) =>
    (await api.send(calls.issueLicenses, { body, headers: { 'Idempotency-Key': key } })).items,
};

/** How to issue add-on licenses, which are unassigned at first. */
export const addonLicenseKind: IssueKind<BodyOf<typeof calls.issueAddonLicenses>> = {
  columns: ['account', 'addon', 'type', 'count', ...Object.keys(resources.addonLicense.create)],
  entry: 'addon',
  noun: 'add-on license',
  listEntries: async (api) => (await api.send(calls.listAddons, { query: {} })).items,
  bodyOf(values, { account, entry }) {
    const { count } = values;
    return checked(calls.issueAddonLicenses.body, {
      ...withoutReferences(values, 'addon'),
      'account-id': account,
      addon: entry,
      ...(count === undefined ? {} : { count: Number(count) }),
    });
  },
  send: async (api, body, key) =>
    (await api.send(calls.issueAddonLicenses, { body, headers: { 'Idempotency-Key': key } })).items,
};

function withoutReferences(values: Values, entry: string): Record<string, unknown> {
  const { account: _account, [entry]: _entry, ...rest } = values;
  return rest;
}

interface Schema<Body> {
  safeParse(value: unknown): { success: true; data: Body } | { success: false; error: { issues: readonly Issue[] } };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function checked<Body>(schema: Schema<Body>, value: unknown): Body | readonly string[] {
  const result = schema.safeParse(value);
  return result.success ? result.data : result.error.issues.map(inWordsOfSheets);
}

/** Adapts the contract's messages to sheets: they use the contract's field names, and a sheet has several dates. */
function inWordsOfSheets({ path: [column], message }: Issue): string {
  if (column === 'expiry')
    return "expiry must be perpetual, a date such as 2027-12-31, or a number of days such as '30 days'.";
  return String(column).startsWith('maintenance') ? `${String(column)}: ${message}` : message;
}
