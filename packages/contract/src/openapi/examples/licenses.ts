import { ids, rns } from '../../fields/example-names.ts';
import { resources } from '../../resources/resources.ts';
import type { Examples } from './example.ts';
import { bodyOf, listOf } from './example.ts';

const product = resources.product.example;
const addon = resources.addon.example;
const license = resources.license.example;
const addonLicense = resources.addonLicense.example;
const { certificate, policies } = license;

const params = { id: ids.license };
const account = { account: ids.account };
const reply = { item: license };
const named = { [product.rn]: product, [addonLicense.rn]: addonLicense, [addon.rn]: addon };
const licenses = { ...listOf(license), resources: named };
const addonLicenses = { ...listOf(addonLicense), resources: { [addon.rn]: addon } };
const nobody = Object.fromEntries(Object.keys(license.state).map((name) => [name, null]));
const free = {
  ...license,
  state: { ...license.state, ...nobody },
  policies: [],
  addons: [],
};
const strategy = { item: { strategy: 'Shared' as const } };

/** Licenses and add-on licenses, for a customer's administrator and for provider staff. */
export const licenseExamples: Examples = {
  listLicenses: { query: { resolve: 'all', limit: 50 }, reply: licenses },
  listAccountLicenses: { query: account, reply: licenses },
  getLicense: { params, query: { resolve: 'all' }, reply: { item: license, resources: named } },
  updateLicense: { params, body: { ...bodyOf(resources.license, 'update'), certificate }, reply },
  setLicensePolicies: { params, body: { policies }, reply },
  giveLicenses: {
    body: { 'account-id': ids.account, product: rns.product, users: [rns.ada], mode: 'apply' },
    reply: { items: [{ user: rns.ada, outcome: 'given', license: rns.license }], free: 11 },
  },
  takeLicenses: {
    body: { 'account-id': ids.account, product: rns.product, users: [rns.ada], mode: 'apply' },
    reply: { items: [{ user: rns.ada, outcome: 'taken', license: rns.license }] },
  },
  unassignLicense: { params, query: { holder: rns.ada }, body: {} },
  getLicensingStrategy: { reply: strategy },
  getAccountLicensingStrategy: { query: account, reply: strategy },
  listAddonLicenses: { query: { resolve: 'all', 'unassigned-only': 'true' }, reply: addonLicenses },
  listAccountAddonLicenses: { query: account, reply: addonLicenses },
  getAddonLicense: { params: { id: ids.addonLicense }, reply: { item: addonLicense } },
  updateAddonLicense: {
    params: { id: ids.addonLicense },
    body: bodyOf(resources.addonLicense, 'update'),
    reply: { item: addonLicense },
  },
  addLicenseAddon: { params, body: { addon: rns.addonLicense }, reply },
  removeLicenseAddon: { params: { ...params, addonId: ids.addonLicense } },
  issueLicenses: {
    body: {
      'account-id': ids.account,
      product: rns.product,
      type: 'Perpetual',
      version: '26.1',
      expiry: { perpetual: true },
      'maintenance-start': '2026-01-05',
      'maintenance-end': '2027-01-05',
      ...bodyOf(resources.license, 'create'),
      count: 1,
    },
    reply: { items: [free] },
  },
  issueAddonLicenses: {
    body: {
      'account-id': ids.account,
      addon: rns.addon,
      type: 'Subscription',
      ...bodyOf(resources.addonLicense, 'create'),
      count: 1,
    },
    reply: { items: [{ ...addonLicense, license: null }] },
  },
  updateLicenseStatus: { params, body: { status: 'Active' }, reply },
  updateLicenseTerms: {
    params,
    body: { expiry: { perpetual: true }, 'maintenance-end': '2027-01-05' },
    reply,
  },
  voidLicense: { params },
  restoreLicense: { params, reply: { item: free } },
  voidAddonLicense: { params: { id: ids.addonLicense } },
  restoreAddonLicense: { params: { id: ids.addonLicense }, reply: { item: { ...addonLicense, license: null } } },
  moveLicense: { params, body: { 'account-id': ids.account }, reply: { item: free } },
};
