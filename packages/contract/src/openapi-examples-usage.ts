import type { Examples } from './openapi-example.ts';
import { ids, product, rns, user } from './openapi-example-things.ts';

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
};

const usage = {
  from,
  to,
  interval: 'day' as const,
  items: [{ product: rns.product, start: from, peak: 4, average: 1.217, uses: 9, users: 5, denied: 2 }],
  'by-product': [{ product: rns.product, licenses: 5, 'in-use': 3, 'never-used': 1, 'last-used-on': lastUsedOn }],
  'by-user': [{ user: rns.ada, uses: 2, seconds: 27_300, 'last-used-on': lastUsedOn }],
  'by-license': [license],
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
  resources,
};

/** How licenses were used. */
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
        },
      ],
      resources,
    },
  },
};
