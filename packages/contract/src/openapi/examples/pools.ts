import { ids, rns } from '../../fields/example-names.ts';
import { resources } from '../../resources/resources.ts';
import type { Examples } from './example.ts';
import { bodyOf, listOf } from './example.ts';

const pool = resources.pool.example;
const product = resources.product.example;
const params = { id: ids.pool };
const reply = { item: pool };
const pools = {
  ...listOf(pool),
  resources: { [product.rn]: product },
  'ends-next': { [pool.rn]: '2027-02-10T00:00:00.000Z' },
};

/** Pools of licenses. */
export const poolExamples: Examples = {
  listPools: { query: { limit: 50 }, reply: pools },
  listAccountPools: { query: { account: ids.account }, reply: pools },
  getPool: { params, reply },
  createPool: {
    body: {
      'account-id': ids.account,
      ...bodyOf(resources.pool, 'create'),
      product: rns.product,
      count: 50,
      consumers: { kind: 'everyone' },
      rules: { 'per-user': 2, shares: [{ tag: rns.prepress, reserve: 3, limit: null }] },
    },
    reply,
  },
  updatePool: { params, body: bodyOf(resources.pool, 'update'), reply },
  setPoolPolicies: { params, body: { consumers: { kind: 'users', users: [rns.ada, rns.serviceAccount] } }, reply },
  setPoolRules: {
    params,
    body: { 'per-user': 2, offline: { seats: 5, days: 14, tags: [] } },
    reply: { item: pool, above: [{ limit: 'per-user', used: 3, of: 2 }] },
  },
  previewPoolRules: {
    params,
    body: { 'per-user': 2 },
    reply: { people: 12, refused: 1, users: [rns.ada] },
  },
  setPoolOverdraft: {
    params,
    body: { seats: 5, until: '2026-03-01' },
    reply: { item: { ...pool, 'overdraft-seats': 5 } },
  },
  addPoolLicenses: { params, body: { count: 10 }, reply },
  removePoolLicenses: { params, body: { licenses: [rns.license] }, reply },
  deletePool: { params },
};
