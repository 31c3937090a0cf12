import type { Row } from '../row.ts';

/** License usage, and summaries. */
export const usageRows = {
  getUsage: {
    about: 'the own account',
    needs: 'license:ListLicenses',
    queryRns: { product: 'product', pool: 'pool', user: 'user' },
    request: async (make) => ({ query: { product: (await make.product()).rn } }),
  },
  getAccountUsage: {
    about: 'an account',
    needs: 'license:ListLicenses',
    accountIn: 'query',
    queryRns: { product: 'product', pool: 'pool', user: 'user' },
    request: async (make, account) => ({
      query: { account, product: (await make.product()).rn, user: (await make.person(account)).rn },
    }),
  },
  getLicenseUsage: {
    about: 'an account',
    needs: 'license:GetLicense',
    ids: { id: 'license' },
    request: async (make, account) => ({ params: { id: (await make.license(account)).id } }),
  },
  getSummary: { about: 'the own account', needs: 'license:ListLicenses', request: () => ({}) },
  getAccountSummary: {
    about: 'an account',
    needs: 'license:ListLicenses',
    accountIn: 'query',
    request: (_make, account) => ({ query: { account } }),
  },
  getProviderSummary: { about: 'every account', needs: 'license:ListLicenses', request: () => ({}) },
} as const satisfies Record<string, Row>;
