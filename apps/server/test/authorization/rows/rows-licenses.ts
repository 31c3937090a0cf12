import { consumePolicy } from '@keyhold/contract';
import type { Maker } from '../../made/maker.ts';
import type { NamedInBody, Row } from '../row.ts';

/** The rns of a body that says who may consume: by policies, or by consumers. */
const namedConsumers = {
  'consumers.user': { kind: 'user', body: (user) => ({ policies: undefined, consumers: { kind: 'user', user } }) },
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

const license = async (make: Maker, account: string) => ({ id: (await make.license(account)).id });

/** Licenses and add-on licenses: each call's row of the wire document's tables. */
export const licenseRows = {
  listLicenses: {
    about: 'the own account',
    needs: 'license:ListLicenses',
    queryRns: { consumer: 'user', pool: 'pool' },
    request: () => ({ query: { resolve: 'all' } }),
  },
  listAccountLicenses: {
    about: 'an account',
    needs: 'license:ListLicenses',
    accountIn: 'query',
    queryRns: { consumer: 'user', pool: 'pool' },
    request: async (make, account) => ({
      query: {
        account,
        resolve: 'all',
        consumer: (await make.person(account)).rn,
        pool: (await make.pool(account)).rn,
      },
    }),
  },
  getLicense: {
    about: 'an account',
    needs: 'license:GetLicense',
    hidden: true,
    ids: { id: 'license' },
    request: async (make, account) => ({ params: await license(make, account), query: { resolve: 'all' } }),
  },
  updateLicense: {
    about: 'an account',
    needs: 'license:UpdateLicense',
    ids: { id: 'license' },
    rns: { 'certificate.product': { kind: 'product', field: 'certificate' } },
    request: async (make, account) => ({
      params: await license(make, account),
      body: { description: 'Changed', certificate: await make.certificate() },
    }),
  },
  setLicensePolicies: {
    about: 'an account',
    needs: 'license:SetLicensePolicies',
    ids: { id: 'license' },
    rns: {
      'consumers.user': namedConsumers['consumers.user'],
      'consumers.tags.0': namedConsumers['consumers.tags.0'],
      'policies.0.statements.0.principals.0.id': { kind: 'user' },
      'policies.1.statements.0.conditions.0.tags.0': { kind: 'tag' },
    },
    request: async (make, account) => ({
      params: await license(make, account),
      body: {
        policies: [
          consumePolicy({ kind: 'User', user: (await make.user(account)).rn }),
          { ...consumePolicy({ kind: 'Tags', tags: [(await make.tag(account)).rn] }), name: 'Another policy' },
        ],
      },
    }),
  },
  giveLicenses: {
    about: 'an account',
    needs: 'license:SetLicensePolicies',
    accountIn: 'body',
    rns: { product: { kind: 'product' }, 'users.0': { kind: 'user' } },
    request: async (make, account) => ({
      body: {
        'account-id': account,
        product: (await make.product()).rn,
        users: [(await make.user(account)).rn],
        mode: 'apply',
      },
    }),
  },
  takeLicenses: {
    about: 'an account',
    needs: 'license:SetLicensePolicies',
    accountIn: 'body',
    rns: { product: { kind: 'product' }, 'users.0': { kind: 'user' } },
    request: async (make, account) => ({
      body: {
        'account-id': account,
        product: (await make.product()).rn,
        users: [(await make.user(account)).rn],
        mode: 'apply',
      },
    }),
  },
  unassignLicense: {
    about: 'an account',
    needs: 'license:UnassignLicense',
    ids: { id: 'license' },
    rns: { holder: { kind: 'user', status: 412 } },
    request: async (make, account) => ({ params: await license(make, account), body: { holder: null } }),
  },
  releaseLicenses: {
    about: 'an account',
    needs: 'license:UnassignLicense',
    accountIn: 'body',
    request: async (make, account) => ({ body: { 'account-id': account, ids: [(await make.license(account)).id] } }),
  },
  changeLicensePolicies: {
    about: 'an account',
    needs: 'license:SetLicensePolicies',
    accountIn: 'body',
    rns: namedConsumers,
    request: async (make, account) => ({
      body: {
        'account-id': account,
        ids: [(await make.license(account)).id],
        consumers: { kind: 'user', user: (await make.user(account)).rn },
      },
    }),
  },
  voidLicenses: {
    about: 'an account',
    needs: 'license:VoidLicense',
    accountIn: 'body',
    request: async (make, account) => ({
      body: { 'account-id': account, ids: [(await make.license(account)).id] },
    }),
  },
  restoreLicenses: {
    about: 'an account',
    needs: 'license:VoidLicense',
    accountIn: 'body',
    request: async (make, account) => ({
      body: { 'account-id': account, ids: [(await make.license(account, { deleted: true })).id] },
    }),
  },
  changeLicenseStatus: {
    about: 'an account',
    needs: 'license:UpdateLicenseStatus',
    accountIn: 'body',
    request: async (make, account) => ({
      body: { 'account-id': account, ids: [(await make.license(account)).id], status: 'Suspended' },
    }),
  },
  changeLicenseTerms: {
    about: 'an account',
    needs: 'license:UpdateLicenseTerms',
    accountIn: 'body',
    request: async (make, account) => ({
      body: { 'account-id': account, ids: [(await make.license(account)).id], 'grace-days': 7 },
    }),
  },
  changeLicenseAddons: {
    about: 'an account',
    needs: 'license:AddLicenseAddon',
    accountIn: 'body',
    rns: { 'add.0': { kind: 'addon' }, 'remove.0': { kind: 'addon', body: (addon) => ({ add: [], remove: [addon] }) } },
    request: async (make, account) => {
      await make.addonLicense(account);
      const add = [(await make.addon()).rn];
      return { body: { 'account-id': account, ids: [(await make.license(account)).id], add, remove: [] } };
    },
  },
  sendLicenseMessage: {
    about: 'an account',
    needs: 'license:UnassignLicense',
    ids: { id: 'license' },
    request: async (make, account) => ({
      params: { id: await make.heldLicense(account) },
      body: { message: 'Please save your work.' },
    }),
  },
  getLicensingStrategy: { about: 'the own account', needs: 'license:ListLicenses', request: () => ({}) },
  getAccountLicensingStrategy: {
    about: 'an account',
    needs: 'license:ListLicenses',
    accountIn: 'query',
    request: (_make, account) => ({ query: { account } }),
  },
  listAddonLicenses: {
    about: 'the own account',
    needs: 'license:ListAddonLicenses',
    request: () => ({ query: { resolve: 'all', 'unassigned-only': 'true' } }),
  },
  getAddonLicense: {
    about: 'an account',
    needs: 'license:ListAddonLicenses',
    ids: { id: 'addon-license' },
    request: async (make, account) => ({ params: { id: (await make.addonLicense(account)).id } }),
  },
  updateAddonLicense: {
    about: 'an account',
    needs: 'license:UpdateLicense',
    ids: { id: 'addon-license' },
    request: async (make, account) => ({
      params: { id: (await make.addonLicense(account)).id },
      body: { 'order-reference': 'Changed' },
    }),
  },
  listAccountAddonLicenses: {
    about: 'an account',
    needs: 'license:ListAddonLicenses',
    accountIn: 'query',
    request: (_make, account) => ({ query: { account, resolve: 'all', 'unassigned-only': 'true' } }),
  },
  addLicenseAddon: {
    about: 'an account',
    needs: 'license:AddLicenseAddon',
    ids: { id: 'license' },
    rns: { addon: { kind: 'addon-license' } },
    request: async (make, account) => ({
      params: await license(make, account),
      body: { addon: (await make.addonLicense(account)).rn },
    }),
  },
  removeLicenseAddon: {
    about: 'an account',
    needs: 'license:RemoveLicenseAddon',
    ids: { id: 'license', addonId: 'addon-license' },
    request: async (make, account) => {
      const on = await make.license(account);
      return { params: { id: on.id, addonId: (await make.addonLicense(account, { on })).id } };
    },
  },
  issueLicenses: {
    about: 'an account',
    needs: 'license:IssueLicense',
    accountIn: 'body',
    rns: {
      product: { kind: 'product' },
      ...namedConsumers,
      pool: { kind: 'pool', body: (pool) => ({ pool, policies: undefined, consumers: undefined }) },
    },
    request: async (make, account) => ({
      body: {
        'account-id': account,
        product: (await make.product()).rn,
        type: 'Trial',
        expiry: { period: 30 },
        consumers: { kind: 'user', user: (await make.user(account)).rn },
      },
    }),
  },
  issueAddonLicenses: {
    about: 'an account',
    needs: 'license:IssueLicense',
    accountIn: 'body',
    rns: { addon: { kind: 'addon' } },
    request: async (make, account) => ({
      body: { 'account-id': account, addon: (await make.addon()).rn, type: 'Trial' },
    }),
  },
  updateLicenseStatus: {
    about: 'an account',
    needs: 'license:UpdateLicenseStatus',
    ids: { id: 'license' },
    request: async (make, account) => ({ params: await license(make, account), body: { status: 'Suspended' } }),
  },
  updateLicenseTerms: {
    about: 'an account',
    needs: 'license:UpdateLicenseTerms',
    ids: { id: 'license' },
    request: async (make, account) => ({
      params: await license(make, account),
      body: { expiry: { date: '2040-01-01' } },
    }),
  },
  voidLicense: {
    about: 'an account',
    needs: 'license:VoidLicense',
    ids: { id: 'license' },
    request: async (make, account) => ({ params: await license(make, account) }),
  },
  restoreLicense: {
    about: 'an account',
    needs: 'license:VoidLicense',
    ids: { id: 'license' },
    restores: true,
    request: async (make, account) => ({ params: { id: (await make.license(account, { deleted: true })).id } }),
  },
  voidAddonLicense: {
    about: 'an account',
    needs: 'license:VoidLicense',
    ids: { id: 'addon-license' },
    request: async (make, account) => ({ params: { id: (await make.addonLicense(account)).id } }),
  },
  restoreAddonLicense: {
    about: 'an account',
    needs: 'license:VoidLicense',
    ids: { id: 'addon-license' },
    restores: true,
    request: async (make, account) => ({ params: { id: (await make.addonLicense(account, { deleted: true })).id } }),
  },
  moveLicense: {
    about: 'an account',
    needs: 'license:IssueLicense',
    ids: { id: 'license' },
    accountIn: 'body',
    request: async (make, account) => ({
      params: await license(make, account),
      body: { 'account-id': (await make.account()).id },
    }),
  },
} as const satisfies Record<string, Row>;
