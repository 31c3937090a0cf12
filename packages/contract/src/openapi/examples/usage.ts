import { ids, rns } from '../../fields/example-names.ts';
import { resources as described } from '../../resources/resources.ts';
import type { Examples } from './example.ts';

const account = described.account.example;
const product = described.product.example;
const user = described.user.example;

const from = '2026-02-10T00:00:00.000Z';
const to = '2026-02-11T00:00:00.000Z';
const lastUsedOn = '2026-02-10T16:12:04.000Z';
const resources = { [product.rn]: product, [user.rn]: user };

const license = {
  license: rns.license,
  product: rns.product,
  'in-use': false,
  uses: 2,
  seconds: 27_300,
  'last-used-on': lastUsedOn,
  'last-user': rns.ada,
  overdraft: false,
};

const usage = {
  from,
  to,
  interval: 'day' as const,
  items: [{ product: rns.product, start: from, peak: 4, average: 1.217, uses: 9, users: 5, denied: 2 }],
  'by-product': [{ product: rns.product, licenses: 5, 'in-use': 3, 'never-used': 1, 'last-used-on': lastUsedOn }],
  'by-user': [
    {
      user: rns.ada,
      uses: 2,
      seconds: 27_300,
      'last-used-on': lastUsedOn,
      products: [{ product: rns.product, uses: 2, seconds: 27_300, 'last-used-on': lastUsedOn }],
    },
  ],
  'by-license': [license],
  unused: [{ user: rns.ada, license: rns.license, product: rns.product, since: lastUsedOn }],
  denials: [
    {
      user: rns.ada,
      product: rns.product,
      reason: 'no-seat' as const,
      count: 2,
      'last-on': '2026-02-10T09:01:30.000Z',
      'device-name': 'PRE-04',
    },
  ],
  waiting: [
    {
      user: rns.ada,
      product: rns.product,
      count: 3,
      taken: 2,
      'gave-up': 1,
      'total-ms': 1_260_000,
      'longest-ms': 780_000,
      'last-on': '2026-02-10T09:02:10.000Z',
    },
  ],
  resources,
};

const since = '2026-01-29T00:00:00.000Z';
const refusals = { people: 1, times: 2 };
const summary = {
  since,
  licenses: { total: 5, 'in-use': 3, 'never-used': 1 },
  products: [{ product: rns.product, licenses: 5, 'in-use': 3, peaks: [2, 3, 3, 4, 1, 0, 0, 3, 4, 4, 5, 3, 4, 3] }],
  refusals,
  denials: usage.denials,
  resources,
};

/** The usage of licenses, and summaries. */
export const usageExamples: Examples = {
  getUsage: { query: { product: rns.product, from: '2026-02-10', to: '2026-02-11', interval: 'day' }, reply: usage },
  getAccountUsage: { query: { account: ids.account, interval: 'day' }, reply: usage },
  getLicenseUsage: {
    params: { id: ids.license },
    query: { from: '2026-02-10', to: '2026-02-11', interval: 'day' },
    reply: {
      from,
      to,
      interval: 'day',
      item: { ...license, 'activation-date': '2026-01-06T07:45:00.000Z' },
      items: [{ start: from, uses: 2, seconds: 27_300, users: [rns.ada] }],
      'latest-uses': [
        {
          user: rns.ada,
          'device-name': 'PRE-04',
          'started-on': '2026-02-10T08:30:00.000Z',
          'ended-on': lastUsedOn,
          ending: 'returned',
          overdraft: false,
        },
      ],
      resources,
    },
  },
  getSummary: { reply: summary },
  getAccountSummary: { query: { account: ids.account }, reply: summary },
  getProviderSummary: {
    reply: {
      since,
      'in-use': { licenses: 3, accounts: 1 },
      'by-account': [{ account: rns.account, count: 3 }],
      ending: { licenses: 2, accounts: 1 },
      'ending-by-account': [{ account: rns.account, count: 2, first: '2026-02-20T00:00:00.000Z' }],
      refusals,
      'refusals-by-account': [{ account: rns.account, count: 2 }],
      mail: { waiting: 1, refused: 0, oldest: '2026-02-11T08:29:58.000Z' },
      webhooks: { enabled: 4, paused: 1, failing: 1, waiting: 3 },
      'failing-by-account': [{ account: rns.account, count: 1 }],
      resources: { [account.rn]: account },
    },
  },
};
