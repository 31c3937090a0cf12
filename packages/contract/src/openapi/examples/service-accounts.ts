import { ids } from '../../fields/example-names.ts';
import { directoryExample, directoryPath } from '../../resources/directory.ts';
import { resources } from '../../resources/resources.ts';
import type { Examples } from './example.ts';
import { bodyOf, listOf } from './example.ts';

const account = resources.serviceAccount.example;
const token = resources.serviceAccountToken.example;
const params = { id: ids.serviceAccount };

/** Service accounts, their tokens, and the directories among them. */
export const serviceAccountExamples: Examples = {
  listServiceAccounts: { query: { account: ids.account }, reply: listOf(account) },
  getServiceAccount: { params, reply: { item: account } },
  createServiceAccount: {
    body: { ...bodyOf(resources.serviceAccount, 'create'), 'account-id': ids.account },
    reply: { item: account },
  },
  updateServiceAccount: { params, body: bodyOf(resources.serviceAccount, 'update'), reply: { item: account } },
  deleteServiceAccount: { params },
  listServiceAccountTokens: { params, reply: listOf(token) },
  createServiceAccountToken: {
    params,
    body: bodyOf(resources.serviceAccountToken, 'create'),
    reply: {
      item: { ...token, 'last-used-on': null },
      secret: 'kh_4fT9aZq0Yw7sKp2mLx5vBn8cRd1eGh3jTu6iOf9aSd4W0b2YkP',
    },
  },
  deleteServiceAccountToken: { params: { ...params, tid: ids.serviceAccountToken } },
  listDirectories: {
    query: { account: ids.account },
    reply: { 'base-address': `https://keyhold.example${directoryPath}`, items: [directoryExample] },
  },
};
