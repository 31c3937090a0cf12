import type { Examples } from './openapi-example.ts';
import { account, addon, ids, listOf, product, rns } from './openapi-example-things.ts';

const fields = { name: account.name, description: account.description };
const params = { id: ids.account };

const auditRow = {
  seq: 412,
  on: '2026-02-11T08:30:00.000Z',
  actor: rns.ada,
  'actor-name': 'Ada Byron',
  account: ids.account,
  action: 'iam:UpdateTag',
  resource: rns.prepress,
  before: { name: 'Pre-press' },
  after: { name: 'Prepress' },
  address: '192.0.2.17',
  'request-id': '5b2d1c1e-6f0a-4d55-9d0e-2a4b7c9e1f00',
  hash: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
};

const timedProduct = { ...product, 'heartbeat-seconds': 30, 'lease-seconds': 90, 'grace-seconds': 0 };

/** Accounts, the catalogue and the audit log. */
export const accountExamples: Examples = {
  listAccounts: { query: { search: 'acme', limit: 50 }, reply: listOf(account) },
  getAccount: { params, reply: { item: account } },
  createAccount: { body: fields, reply: { item: { ...account, status: 'Pending', owner: null } } },
  updateAccount: { params, body: fields, reply: { item: account } },
  updateAccountOwner: { params, body: { owner: rns.ada }, reply: { item: account } },
  updateAccountStatus: { params, body: { status: 'Active' }, reply: { item: account } },
  deleteAccount: { params },
  restoreAccount: { params, body: {}, reply: { item: account } },
  listProducts: { reply: listOf(timedProduct) },
  createProduct: {
    body: { id: 'keyhold-studio', name: product.name, description: '' },
    reply: { item: timedProduct },
  },
  getProduct: { params: { id: 'keyhold-studio' }, reply: { item: timedProduct } },
  updateProduct: {
    params: { id: 'keyhold-studio' },
    body: { name: product.name, description: '', 'heartbeat-seconds': 60, 'lease-seconds': 180, 'grace-seconds': 0 },
    reply: { item: { ...timedProduct, 'heartbeat-seconds': 60, 'lease-seconds': 180 } },
  },
  listAddons: { reply: listOf(addon) },
  createAddon: {
    body: { id: 'colour-server', name: addon.name, description: addon.description },
    reply: { item: addon },
  },
  listAudit: { query: { limit: 100, action: auditRow.action }, reply: listOf(auditRow) },
  exportAudit: { text: `${JSON.stringify(auditRow)}\n` },
};
