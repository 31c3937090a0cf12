import type { Company } from '../company.ts';
import { peopleOf, person } from '../people.ts';
import { fjordFilm } from './fjord-film.ts';

const none = { tags: [], licenses: [], unassigned: [] } as const;

/** Accounts in every state: without an owner, with a pending owner, pending, inactive, and small active ones. */
export const smallCompanies: readonly Company[] = [
  {
    ...none,
    name: 'Cedar & Finch Packaging',
    description: 'The former owner has left; nobody has taken over yet.',
    status: 'Active',
    daysOld: 372,
    domain: 'cedarfinch.example',
    owner: null,
    people: peopleOf(
      [
        person('Owen', 'Finch', {
          description: 'Sales',
          role: 'Administrator',
          joinedDaysAgo: 370,
          seenDaysAgo: 6.5,
        }),
      ],
      { seed: 31, count: 8, daysOld: 350, jobs: ['Die cutting', 'Packaging design', 'Warehouse'] },
    ),
    licenses: [
      {
        count: 2,
        product: 'studio',
        type: 'Subscription',
        version: '25.2',
        expiry: { inDays: 17 },
        consumers: { user: 'owen.finch' },
        addons: ['packaging'],
        issuedDaysAgo: 348,
        usedDaysAgo: 340,
      },
    ],
  },
  {
    ...none,
    name: 'Delta Sign Works',
    description: 'Signed last week.',
    status: 'Pending',
    daysOld: 6,
    domain: 'deltasigns.example',
    owner: 'marisol.quintero',
    people: [
      person('Marisol', 'Quintero', { status: 'Pending', role: 'Account Administrator', joinedDaysAgo: 6 }),
      person('Bram', 'de Wit', { status: 'Pending', joinedDaysAgo: 5 }),
    ],
    licenses: [
      {
        count: 2,
        product: 'studio',
        type: 'Trial',
        version: '26.1',
        expiry: { period: 14 },
        consumers: 'No one',
        issuedDaysAgo: 6,
      },
    ],
  },
  {
    ...none,
    name: 'Evergreen Textiles',
    description: 'Contract ended.',
    status: 'Inactive',
    daysOld: 690,
    domain: 'evergreen.example',
    owner: 'margaret.holloway',
    people: peopleOf(
      [
        person('Margaret', 'Holloway', {
          title: 'Ms.',
          role: 'Account Administrator',
          joinedDaysAgo: 690,
          seenDaysAgo: 122,
        }),
      ],
      { seed: 88, count: 4, daysOld: 600, jobs: ['Pattern design', 'Weaving'], unseenForDays: 121 },
    ),
    licenses: [
      {
        count: 2,
        product: 'studio',
        type: 'Subscription',
        version: '24.1',
        expiry: { inDays: -120 },
        consumers: { user: 'margaret.holloway' },
        issuedDaysAgo: 485,
        usedDaysAgo: 480,
      },
    ],
  },
  fjordFilm,
  {
    ...none,
    name: 'Harlequin Press',
    description: 'Created today; nobody has been invited yet.',
    status: 'Pending',
    daysOld: 0.4,
    domain: 'harlequin.example',
    owner: null,
    people: [],
  },
  {
    ...none,
    name: 'Østlund & Söner Förlag',
    description: 'Children’s books',
    status: 'Active',
    daysOld: 251,
    domain: 'ostlund.example',
    owner: 'astrid.ostlund',
    people: peopleOf(
      [person('Astrid', 'Östlund', { role: 'Account Administrator', joinedDaysAgo: 250, seenDaysAgo: 11 })],
      { seed: 19, count: 5, daysOld: 240, jobs: ['Illustration', 'Editor'] },
    ),
    licenses: [
      {
        product: 'studio',
        type: 'Subscription',
        version: '26.1',
        expiry: { inDays: 114 },
        consumers: { user: 'astrid.ostlund' },
        issuedDaysAgo: 250,
        usedDaysAgo: 249,
      },
    ],
  },
];
