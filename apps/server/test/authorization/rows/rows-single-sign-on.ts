import type { Maker } from '../../made/maker.ts';
import type { AccountRow, Row } from '../row.ts';

/** A call that controls how the users of an account sign in. */
const common = { about: 'an account', needs: 'iam:UpdateSecurity', accountIn: 'optional query' } as const;

/** As `common`, for a domain. */
const ofDomain = {
  ...common,
  allRights: true,
  ids: { name: 'domain' },
} as const;

const withConnection: AccountRow['request'] = async (make, account) => {
  await make.connection(account);
  return { query: { account } };
};

/** Single sign-on. */
export const singleSignOnRows = {
  getSingleSignOn: { ...common, request: withConnection },
  updateSingleSignOn: {
    ...common,
    allRights: true,
    rns: { 'default-roles.0': { kind: 'role' } },
    request: async (make: Maker, account: string) => ({
      query: { account },
      body: {
        issuer: 'https://login.made.example',
        'client-id': 'keyhold',
        'client-secret': 'secret',
        domains: [{ name: `fresh${make.next()}.example` }],
        'default-roles': [(await make.role(account)).rn],
      },
    }),
  },
  deleteSingleSignOn: { ...common, allRights: true, request: withConnection },
  testSingleSignOn: { ...common, answers: 409, request: withConnection },
  verifyDomain: {
    ...ofDomain,
    request: async (make: Maker, account: string) => ({
      params: { name: (await make.connection(account)).proven },
      query: { account },
    }),
  },
  vouchForDomain: {
    ...ofDomain,
    accountIn: 'query',
    acrossAccounts: true,
    request: async (make: Maker, account: string) => ({
      params: { name: (await make.connection(account)).unproven },
      query: { account },
    }),
  },
  finishSingleSignOn: {
    about: 'nobody',
    request: async (make: Maker, account: string) => {
      const { code, cookie } = await make.signInCode(account, await withUser(make, account));
      return { body: { code }, headers: { cookie } };
    },
  },
} as const satisfies Record<string, Row>;

async function withUser(make: Maker, account: string) {
  await make.connection(account);
  return make.person(account);
}
