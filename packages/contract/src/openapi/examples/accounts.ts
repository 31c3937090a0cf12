import { csvLine } from '../../csv.ts';
import { ids, rns } from '../../fields/example-names.ts';
import { resources } from '../../resources/resources.ts';
import type { Examples } from './example.ts';
import { bodyOf, listOf } from './example.ts';

const account = resources.account.example;
const addon = resources.addon.example;
const application = resources.application.example;
const auditRow = resources.auditRow.example;
const user = resources.user.example;
const otherAccountId = '0198c0de-0000-7000-8000-000000000099';
const otherAccount = {
  ...account,
  rn: account.rn.replaceAll(ids.account, otherAccountId),
  name: 'Birch Media',
  owner: null,
};
const movedRn = user.rn.replace(ids.account, otherAccountId);
const params = { id: ids.account };
const timedProduct = resources.timedProduct.example;
const { redirect: _usual, ...newApplication } = bodyOf(resources.application, 'create');

/** Accounts, the catalogue and the audit log. */
export const accountExamples: Examples = {
  listAccounts: { query: { search: 'acme', limit: 50 }, reply: listOf(account) },
  find: {
    query: { q: 'ada@acme.example' },
    reply: { users: [{ ...user, account: { rn: account.rn, name: account.name } }], licenses: [], accounts: [] },
  },
  getAccount: { params, reply: { item: account } },
  listElsewhere: {
    params,
    query: { limit: 50 },
    reply: {
      ...listOf({ ...user, rn: movedRn, roles: [], tags: [] }),
      resources: { [otherAccount.rn]: otherAccount },
    },
  },
  moveUsers: {
    body: { users: [movedRn], 'account-id': ids.account },
    reply: { items: [{ ...user, roles: [], tags: [] }] },
  },
  createAccount: {
    body: bodyOf(resources.account, 'create'),
    reply: { item: { ...account, status: 'Pending', owner: null } },
  },
  updateAccount: { params, body: bodyOf(resources.account, 'update'), reply: { item: account } },
  updateAccountOwner: { params, body: { owner: rns.ada }, reply: { item: account } },
  updateAccountStatus: { params, body: { status: 'Active' }, reply: { item: account } },
  deleteAccount: { params },
  restoreAccount: { params, body: {}, reply: { item: account } },
  listProducts: { reply: listOf(timedProduct) },
  countIssued: { reply: { items: [{ entry: rns.product, licenses: 120, accounts: 9 }] } },
  createProduct: {
    body: { id: 'keyhold-studio', ...bodyOf(resources.product, 'create') },
    reply: { item: timedProduct },
  },
  getProduct: { params: { id: 'keyhold-studio' }, reply: { item: timedProduct } },
  updateProduct: {
    params: { id: 'keyhold-studio' },
    body: { ...bodyOf(resources.product, 'update'), 'heartbeat-seconds': 60, 'lease-seconds': 180, 'grace-seconds': 0 },
    reply: { item: { ...timedProduct, 'heartbeat-seconds': 60, 'lease-seconds': 180 } },
  },
  listAddons: { reply: listOf(addon) },
  createAddon: {
    body: { id: 'colour-server', ...bodyOf(resources.addon, 'create') },
    reply: { item: addon },
  },
  getAddon: { params: { id: 'colour-server' }, reply: { item: addon } },
  updateAddon: {
    params: { id: 'colour-server' },
    body: { ...bodyOf(resources.addon, 'update'), status: 'Retired' },
    reply: { item: { ...addon, status: 'Retired' } },
  },
  deleteProduct: { params: { id: 'keyhold-studio' } },
  deleteAddon: { params: { id: 'colour-server' } },
  listApplications: { reply: listOf(application) },
  getApplication: { params: { id: 'studio-desktop' }, reply: { item: application } },
  createApplication: { body: { ...newApplication, product: rns.product }, reply: { item: application } },
  updateApplication: {
    params: { id: 'studio-desktop' },
    body: bodyOf(resources.application, 'update'),
    reply: { item: application },
  },
  deleteApplication: { params: { id: 'studio-desktop' } },
  listAudit: { query: { limit: 100, action: auditRow.action }, reply: listOf(auditRow) },
  exportAudit: {
    text: `${JSON.stringify(auditRow)}\n`,
    csv: [
      ['seq', 'on', 'actor-name', 'action'],
      ['412', '2026-02-11 08:30:00.000', 'Ada Byron', 'iam:UpdateTag'],
    ]
      .map((cells) => csvLine(cells))
      .join(''),
  },
};
