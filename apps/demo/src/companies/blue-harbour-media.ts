import type { Company } from '../company.ts';
import { peopleOf, person } from '../people.ts';
import { blueHarbourLicenses } from './blue-harbour-media-licenses.ts';

/** A media company in which each license belongs to one user. */
export const blueHarbourMedia: Company = {
  name: 'Blue Harbour Media',
  description: 'Magazines and campaigns from four cities.',
  status: 'Active',
  daysOld: 455,
  domain: 'blueharbour.example',
  owner: 'eleanor.whitfield',
  tags: [],
  people: peopleOf(
    [
      person('Eleanor', 'Whitfield', {
        description: 'Publisher',
        role: 'Account Administrator',
        joinedDaysAgo: 454,
        seenDaysAgo: 8.4,
      }),
      person('Tomás', 'Ferreira', {
        description: 'IT, Lisbon',
        role: 'Administrator',
        joinedDaysAgo: 450,
        seenDaysAgo: 0.1,
        shown: 'Administrator',
      }),
      person('Ngozi', 'Adeyemi', {
        title: 'M.A.',
        description: 'Layout, London',
        joinedDaysAgo: 230,
        seenDaysAgo: 0.8,
        shown: 'User',
      }),
      person('Hannah', 'Brandt', { description: 'Layout, Hamburg', joinedDaysAgo: 301 }),
      person('Rahul', 'Mehta', { description: 'Motion design, Mumbai', joinedDaysAgo: 176 }),
      person('Chloé', 'Lefèvre', { title: 'Ms.', description: 'Photo desk, Paris', joinedDaysAgo: 391 }),
      person('Ruaridh', 'MacAllister', { description: 'Campaigns', joinedDaysAgo: 147, seenDaysAgo: 2.6 }),
      person('Zeynep', 'Arslan', { description: 'Campaigns', status: 'Pending', joinedDaysAgo: 3 }),
      person('Gustaf', 'Sjöberg', {
        description: 'On leave until further notice',
        status: 'Inactive',
        joinedDaysAgo: 333,
        seenDaysAgo: 96,
      }),
    ],
    {
      seed: 2024,
      count: 33,
      daysOld: 430,
      jobs: ['Editor', 'Photo editor', 'Layout', 'Campaigns', 'Advertising', 'Proofreader, evenings', 'Intern'],
    },
  ),
  licenses: blueHarbourLicenses,
  unassigned: [
    { addon: 'library', type: 'Subscription' },
    { addon: 'library', type: 'Subscription' },
    { addon: 'colour', type: 'Subscription' },
    { addon: 'sync', type: 'Trial' },
  ],
};
