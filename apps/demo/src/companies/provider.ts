import type { Company } from '../company.ts';
import { peopleOf, person } from '../people.ts';

/** The company that sells the software: one user with each role, and some colleagues. */
export const provider: Company = {
  name: null,
  description: 'The provider of this service.',
  status: 'Active',
  daysOld: 1100,
  domain: null,
  owner: 'ingrid.solberg',
  tags: [],
  people: peopleOf(
    [
      person('Ingrid', 'Solberg', {
        title: 'Dr.',
        description: 'Founder',
        role: 'Root Administrator',
        joinedDaysAgo: 1099,
        seenDaysAgo: 0.3,
        shown: 'Root Administrator',
      }),
      person('Samuel', 'Osei', {
        description: 'Operations',
        role: 'System Administrator',
        joinedDaysAgo: 930,
        seenDaysAgo: 0.05,
        shown: 'System Administrator',
      }),
      person('Valentina', 'Rossi', {
        description: 'Customer care',
        role: 'Account Administrator',
        joinedDaysAgo: 702,
        seenDaysAgo: 0.12,
        shown: 'Account Administrator',
      }),
      person('Daniel', 'Novák', {
        description: 'Office',
        role: 'Administrator',
        joinedDaysAgo: 514,
        seenDaysAgo: 1.1,
        shown: 'Administrator',
      }),
      person('Priya', 'Raman', { description: 'Development', joinedDaysAgo: 365, seenDaysAgo: 0.5, shown: 'User' }),
    ],
    { seed: 7, count: 9, daysOld: 1000, jobs: ['Development', 'Customer care', 'Sales', 'Quality'] },
  ),
  licenses: [
    {
      product: 'studio',
      type: 'Perpetual',
      version: '26.1',
      expiry: 'perpetual',
      consumers: { user: 'priya.raman' },
      description: 'Development',
      issuedDaysAgo: 360,
      usedDaysAgo: 359,
    },
    {
      count: 2,
      product: 'studio',
      type: 'Perpetual',
      version: '26.1',
      expiry: 'perpetual',
      consumers: 'No one',
      description: 'For demonstrations',
      addons: ['colour'],
      issuedDaysAgo: 200,
    },
    {
      product: 'render',
      type: 'Subscription',
      version: '26.1',
      expiry: { inDays: 165 },
      consumers: 'never set',
      issuedDaysAgo: 200,
    },
  ],
  unassigned: [
    { addon: 'packaging', type: 'Perpetual' },
    { addon: 'sync', type: 'Trial' },
  ],
};
