import { ids, token } from '../../fields/example-names.ts';
import { singleSignOnExample as example } from '../../resources/single-sign-on.ts';
import type { Examples } from './example.ts';

const [domain] = example.connection.domains;
const params = { name: domain?.name ?? '' };
const query = { account: ids.account };
const reply = { item: example.connection };

/** Single sign-on: the connection of an account with its provider, and the end of a sign-in there. */
export const singleSignOnExamples: Examples = {
  getSingleSignOn: { query, reply },
  updateSingleSignOn: {
    query,
    body: {
      ...example.connection,
      'client-secret': 'the secret that the provider gave',
      domains: [params],
    },
    reply,
  },
  deleteSingleSignOn: { query },
  testSingleSignOn: { query, body: {}, reply: { item: example.discovery } },
  verifyDomain: { params, query, body: {}, reply: { ...reply, elsewhere: 2 } },
  vouchForDomain: { params, query, body: {}, reply: { ...reply, elsewhere: 2 } },
  finishSingleSignOn: {
    body: { code: 'Zm9yIG9uZSBzaWduLWluIG9ubHksIHNpeHR5IHNlY29uZHM' },
    reply: { token },
  },
};
