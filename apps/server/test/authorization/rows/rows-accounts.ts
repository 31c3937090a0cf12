import type { Row } from '../row.ts';

/** Accounts, the audit log and the catalogue: each call's row of the wire document's tables. */
export const accountRows = {
  listAccounts: { about: 'the own account', needs: 'adm:ListAccounts', request: () => ({}) },
  getAccount: {
    about: 'an account',
    needs: 'adm:GetAccount',
    ids: { id: 'account' },
    request: (_make, account) => ({ params: { id: account } }),
  },
  listElsewhere: {
    about: 'an account',
    needs: 'iam:ListUsers',
    acrossAccounts: true,
    ids: { id: 'account' },
    request: (_make, account) => ({ params: { id: account } }),
  },
  moveUsers: {
    about: 'an account',
    needs: 'adm:MoveUser',
    accountIn: 'body',
    acrossAccounts: true,
    rns: { 'users.0': { kind: 'user', field: 'users' } },
    unreachable: 400,
    request: async (make, account) => {
      const from = await make.account();
      return { body: { users: [(await make.user(from.id)).rn], 'account-id': account } };
    },
  },
  find: {
    about: 'every account',
    needs: 'adm:ListAccounts',
    request: () => ({ query: { q: 'acme' } }),
  },
  createAccount: {
    about: 'the own account',
    needs: 'adm:CreateAccount',
    request: (make) => ({ body: { name: `Fresh ${make.next()}`, description: 'By the matrix' } }),
  },
  updateAccount: {
    about: 'an account',
    needs: 'adm:UpdateAccount',
    ids: { id: 'account' },
    request: (make, account) => ({ params: { id: account }, body: { name: `Renamed ${make.next()}` } }),
  },
  updateAccountOwner: {
    about: 'an account',
    needs: 'adm:UpdateAccountOwner',
    ids: { id: 'account' },
    rns: { owner: { kind: 'user' } },
    request: async (make, account) => ({ params: { id: account }, body: { owner: (await make.user(account)).rn } }),
  },
  updateAccountStatus: {
    about: 'an account',
    needs: 'adm:UpdateAccountStatus',
    ids: { id: 'account' },
    request: (_make, account) => ({ params: { id: account }, body: { status: 'Active' } }),
  },
  deleteAccount: {
    about: 'an account',
    needs: 'adm:DeleteAccount',
    ids: { id: 'account' },
    provider: 409,
    request: (_make, account) => ({ params: { id: account } }),
  },
  restoreAccount: {
    about: 'an account',
    needs: 'adm:DeleteAccount',
    ids: { id: 'account' },
    restores: true,
    request: (_make, account) => ({ params: { id: account } }),
  },
  listAudit: {
    about: 'an account',
    needs: 'iam:ListAudit',
    accountIn: 'optional query',
    request: (_make, account) => ({ query: { account } }),
  },
  exportAudit: {
    about: 'an account',
    needs: 'iam:ListAudit',
    accountIn: 'optional query',
    request: (_make, account) => ({ query: { account } }),
  },
  watchChanges: {
    about: 'an account',
    needs: 'signed in',
    accountIn: 'optional query',
    request: (_make, account) => ({ query: { account } }),
  },
  listProducts: { about: 'the catalogue', needs: 'adm:ManageCatalogue', request: () => ({}) },
  countIssued: { about: 'the catalogue', needs: 'adm:ManageCatalogue', request: () => ({}) },
  createProduct: {
    about: 'the catalogue',
    needs: 'adm:ManageCatalogue',
    request: (make) => ({ body: { id: `product-${make.next()}`, name: 'Fresh', description: '' } }),
  },
  getProduct: {
    about: 'the catalogue',
    needs: 'adm:ManageCatalogue',
    ids: { id: 'product' },
    request: async (make) => ({ params: { id: (await make.product()).id } }),
  },
  updateProduct: {
    about: 'the catalogue',
    needs: 'adm:ManageCatalogue',
    ids: { id: 'product' },
    request: async (make) => ({ params: { id: (await make.product()).id }, body: { name: 'Made product' } }),
  },
  listAddons: { about: 'the catalogue', needs: 'adm:ManageCatalogue', request: () => ({}) },
  createAddon: {
    about: 'the catalogue',
    needs: 'adm:ManageCatalogue',
    request: (make) => ({ body: { id: `addon-${make.next()}`, name: 'Fresh', description: '' } }),
  },
  getAddon: {
    about: 'the catalogue',
    needs: 'adm:ManageCatalogue',
    ids: { id: 'addon' },
    request: async (make) => ({ params: { id: (await make.addon()).id } }),
  },
  updateAddon: {
    about: 'the catalogue',
    needs: 'adm:ManageCatalogue',
    ids: { id: 'addon' },
    request: async (make) => ({ params: { id: (await make.addon()).id }, body: { name: 'Made addon' } }),
  },
  deleteProduct: {
    about: 'the catalogue',
    needs: 'adm:ManageCatalogue',
    ids: { id: 'product' },
    request: async (make) => ({ params: { id: (await make.unissued('products')).id } }),
  },
  deleteAddon: {
    about: 'the catalogue',
    needs: 'adm:ManageCatalogue',
    ids: { id: 'addon' },
    request: async (make) => ({ params: { id: (await make.unissued('addons')).id } }),
  },
  listApplications: { about: 'the catalogue', needs: 'adm:ManageCatalogue', request: () => ({}) },
  createApplication: {
    about: 'the catalogue',
    needs: 'adm:ManageCatalogue',
    rns: { product: { kind: 'product' } },
    request: async (make) => ({
      body: { id: `application-${make.next()}`, name: 'Fresh', product: (await make.product()).rn },
    }),
  },
  getApplication: {
    about: 'the catalogue',
    needs: 'adm:ManageCatalogue',
    ids: { id: 'application' },
    request: async (make) => ({ params: { id: (await make.application()).id } }),
  },
  updateApplication: {
    about: 'the catalogue',
    needs: 'adm:ManageCatalogue',
    ids: { id: 'application' },
    rns: { product: { kind: 'product' } },
    request: async (make) => ({
      params: { id: (await make.application()).id },
      body: { name: 'Made application', product: (await make.product()).rn },
    }),
  },
  deleteApplication: {
    about: 'the catalogue',
    needs: 'adm:ManageCatalogue',
    ids: { id: 'application' },
    request: async (make) => ({ params: { id: (await make.application()).id } }),
  },
} as const satisfies Record<string, Row>;
