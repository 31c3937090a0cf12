import type { Company } from '../company.ts';
import { peopleOf, person } from '../people.ts';

/** A small account whose users sign in at the demo's identity provider. */
export const fjordFilm: Company = {
  name: 'Fjord Film',
  description: 'Signs in by single sign-on, at a provider that the demo runs.',
  status: 'Active',
  daysOld: 133,
  domain: 'fjordfilm.example',
  owner: 'solveig.dahl',
  tags: [
    { name: 'Editing', description: '' },
    { name: 'Titles', description: 'Title sequences and subtitles' },
  ],
  people: peopleOf(
    [
      person('Solveig', 'Dahl', {
        role: 'Account Administrator',
        tags: ['Editing'],
        joinedDaysAgo: 132,
        seenDaysAgo: 0.7,
      }),
      person('Jonas', 'Berg', { description: 'Editor', tags: ['Editing'], joinedDaysAgo: 96, seenDaysAgo: 1.3 }),
    ],
    { seed: 47, count: 6, daysOld: 120, jobs: ['Editing', 'Sound'], tags: ['Editing', 'Titles'] },
  ),
  licenses: [
    {
      count: 3,
      product: 'shared',
      type: 'Subscription',
      version: '26.1',
      expiry: { inDays: 232 },
      consumers: { tags: ['Titles'] },
      issuedDaysAgo: 132,
      usedDaysAgo: 130,
    },
  ],
  unassigned: [{ addon: 'sync', type: 'Subscription' }],
};
