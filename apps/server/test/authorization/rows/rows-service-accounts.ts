import type { Maker } from '../../made/maker.ts';
import type { Row } from '../row.ts';

const soon = () => new Date(Date.now() + 86_400_000).toISOString();

async function tokenOf(make: Maker, account: string) {
  const bearer = await make.serviceAccount(account);
  return { id: bearer.id, tid: (await make.serviceAccountToken(bearer)).id };
}

/** Service accounts, their tokens, and directories, which are service accounts. */
export const serviceAccountRows = {
  listServiceAccounts: {
    about: 'an account',
    needs: 'iam:ListServiceAccounts',
    accountIn: 'optional query',
    request: (_make, account) => ({ query: { account } }),
  },
  getServiceAccount: {
    about: 'an account',
    needs: 'iam:GetServiceAccount',
    ids: { id: 'service-account' },
    request: async (make, account) => ({ params: { id: (await make.serviceAccount(account)).id } }),
  },
  createServiceAccount: {
    about: 'an account',
    needs: 'iam:CreateServiceAccount',
    accountIn: 'body',
    rns: { 'roles.0': { kind: 'role' } },
    request: async (make, account) => ({
      body: { name: `Fresh ${make.next()}`, roles: [(await make.role(account)).rn], 'account-id': account },
    }),
  },
  updateServiceAccount: {
    about: 'an account',
    needs: 'iam:UpdateServiceAccount',
    ids: { id: 'service-account' },
    rns: { 'roles.0': { kind: 'role' } },
    request: async (make, account) => ({
      params: { id: (await make.serviceAccount(account)).id },
      body: { name: `Changed ${make.next()}`, roles: [(await make.role(account)).rn] },
    }),
  },
  deleteServiceAccount: {
    about: 'an account',
    needs: 'iam:DeleteServiceAccount',
    ids: { id: 'service-account' },
    request: async (make, account) => ({ params: { id: (await make.serviceAccount(account)).id } }),
  },
  listServiceAccountTokens: {
    about: 'an account',
    needs: 'iam:GetServiceAccount',
    ids: { id: 'service-account' },
    request: async (make, account) => ({ params: { id: (await tokenOf(make, account)).id } }),
  },
  createServiceAccountToken: {
    about: 'an account',
    needs: 'iam:UpdateServiceAccount',
    ids: { id: 'service-account' },
    request: async (make, account) => ({
      params: { id: (await make.serviceAccount(account)).id },
      body: { name: `Fresh ${make.next()}`, 'expires-on': soon() },
    }),
  },
  deleteServiceAccountToken: {
    about: 'an account',
    needs: 'iam:UpdateServiceAccount',
    ids: { id: 'service-account', tid: 'service-account-token' },
    request: async (make, account) => ({ params: await tokenOf(make, account) }),
  },
  listDirectories: {
    about: 'an account',
    needs: 'iam:ListServiceAccounts',
    accountIn: 'optional query',
    request: (_make, account) => ({ query: { account } }),
  },
} as const satisfies Record<string, Row>;
