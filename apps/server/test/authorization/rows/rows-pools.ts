import { consumePolicy } from '@keyhold/contract';
import type { Maker } from '../../made/maker.ts';
import type { NamedInBody, Row } from '../row.ts';

const pool = async (make: Maker, account: string) => ({ id: (await make.pool(account)).id });

/** The rns of a body that says who may use a pool: by policies, or by consumers. */
const namedConsumers = {
  'consumers.user': { kind: 'user', body: (user) => ({ policies: undefined, consumers: { kind: 'user', user } }) },
  'consumers.users.0': {
    kind: 'service-account',
    body: (user) => ({ policies: undefined, consumers: { kind: 'users', users: [user] } }),
  },
  'consumers.tags.0': {
    kind: 'tag',
    body: (tag) => ({ policies: undefined, consumers: { kind: 'tags', tags: [tag] } }),
  },
  'policies.0.statements.0.principals.0.id': {
    kind: 'user',
    body: (user) => ({ consumers: undefined, policies: [consumePolicy({ kind: 'User', user })] }),
  },
  'policies.0.statements.0.conditions.0.tags.0': {
    kind: 'tag',
    body: (tag) => ({ consumers: undefined, policies: [consumePolicy({ kind: 'Tags', tags: [tag] })] }),
  },
} as const satisfies Record<string, NamedInBody>;

/** Pools of licenses: each call's row. */
export const poolRows = {
  listPools: {
    about: 'the own account',
    needs: 'license:ListPools',
    queryRns: { product: 'product' },
    request: async (make) => ({ query: { product: (await make.product()).rn } }),
  },
  listAccountPools: {
    about: 'an account',
    needs: 'license:ListPools',
    accountIn: 'query',
    queryRns: { product: 'product' },
    request: async (make, account) => ({ query: { account, product: (await make.product()).rn } }),
  },
  getPool: {
    about: 'an account',
    needs: 'license:GetPool',
    ids: { id: 'pool' },
    request: async (make, account) => ({ params: await pool(make, account) }),
  },
  createPool: {
    about: 'an account',
    needs: 'license:CreatePool',
    accountIn: 'body',
    rns: {
      product: { kind: 'product' },
      'licenses.0': { kind: 'license' },
      ...namedConsumers,
      'rules.shares.0.tag': {
        kind: 'tag',
        body: (tag) => ({ rules: { shares: [{ tag, reserve: null, limit: 1 }] } }),
      },
      'rules.offline.tags.0': {
        kind: 'tag',
        body: (tag) => ({ rules: { offline: { seats: 1, days: 1, tags: [tag] } } }),
      },
      'rules.priorities.0.tag': { kind: 'tag', body: (tag) => ({ rules: { priorities: [{ tag, class: 1 }] } }) },
    },
    request: async (make, account) => ({
      body: {
        'account-id': account,
        name: `Pool ${make.next()}`,
        product: (await make.product()).rn,
        licenses: [(await make.license(account)).rn],
        consumers: { kind: 'everyone' },
      },
    }),
  },
  updatePool: {
    about: 'an account',
    needs: 'license:UpdatePool',
    ids: { id: 'pool' },
    request: async (make, account) => ({ params: await pool(make, account), body: { name: `Pool ${make.next()}` } }),
  },
  setPoolPolicies: {
    about: 'an account',
    needs: 'license:SetPoolPolicies',
    ids: { id: 'pool' },
    rns: namedConsumers,
    request: async (make, account) => ({
      params: await pool(make, account),
      body: { consumers: { kind: 'everyone' } },
    }),
  },
  setPoolRules: {
    about: 'an account',
    needs: 'license:SetPoolRules',
    ids: { id: 'pool' },
    rns: {
      'shares.0.tag': { kind: 'tag', body: (tag) => ({ shares: [{ tag, reserve: null, limit: 1 }] }) },
      'offline.tags.0': { kind: 'tag', body: (tag) => ({ offline: { seats: 1, days: 1, tags: [tag] } }) },
      'priorities.0.tag': { kind: 'tag', body: (tag) => ({ priorities: [{ tag, class: 1 }] }) },
    },
    request: async (make, account) => ({ params: await pool(make, account), body: { 'per-user': 2 } }),
  },
  previewPoolRules: {
    about: 'an account',
    needs: 'license:GetPool',
    ids: { id: 'pool' },
    rns: {
      'shares.0.tag': { kind: 'tag', body: (tag) => ({ shares: [{ tag, reserve: null, limit: 1 }] }) },
      'offline.tags.0': { kind: 'tag', body: (tag) => ({ offline: { seats: 1, days: 1, tags: [tag] } }) },
      'priorities.0.tag': { kind: 'tag', body: (tag) => ({ priorities: [{ tag, class: 1 }] }) },
    },
    request: async (make, account) => ({ params: await pool(make, account), body: { 'per-user': 2 } }),
  },
  setPoolOverdraft: {
    about: 'an account',
    needs: 'license:IssueLicense',
    ids: { id: 'pool' },
    request: async (make, account) => ({ params: await pool(make, account), body: { seats: 0, until: null } }),
  },
  addPoolLicenses: {
    about: 'an account',
    needs: 'license:UpdatePool',
    ids: { id: 'pool' },
    rns: { 'licenses.0': { kind: 'license' } },
    request: async (make, account) => ({
      params: await pool(make, account),
      body: { licenses: [(await make.license(account)).rn] },
    }),
  },
  removePoolLicenses: {
    about: 'an account',
    needs: 'license:UpdatePool',
    ids: { id: 'pool' },
    rns: { 'licenses.0': { kind: 'license' } },
    request: async (make, account) => {
      const made = await make.pool(account);
      return { params: { id: made.id }, body: { licenses: [(await make.license(account, { pool: made })).rn] } };
    },
  },
  deletePool: {
    about: 'an account',
    needs: 'license:DeletePool',
    ids: { id: 'pool' },
    request: async (make, account) => ({ params: await pool(make, account) }),
  },
} satisfies Record<string, Row>;
