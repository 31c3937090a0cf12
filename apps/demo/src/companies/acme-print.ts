import type { Company } from '../company.ts';
import { peopleOf, person } from '../people.ts';
import { acmeLicenses } from './acme-print-licenses.ts';

/** A printing company whose users share their licenses. */
export const acmePrint: Company = {
  name: 'Acme Print',
  description: 'Books, catalogues and packaging since 1962. Shared licenses on all three floors.',
  status: 'Active',
  daysOld: 840,
  domain: 'acme.example',
  owner: 'ada.byron',
  tags: [
    { name: 'Prepress', description: 'Files, proofs and plates' },
    { name: 'Press', description: 'Hall 1 and hall 2' },
    { name: 'Design', description: '' },
    { name: 'Bindery', description: 'Folding, stitching, binding' },
    { name: 'Night shift', description: 'From 22:00 to 06:00' },
    { name: 'Freelancers', description: 'Leave at the end of a job' },
    { name: 'Apprentices', description: 'First to third year' },
    { name: 'Öko-Team', description: '' },
  ],
  people: peopleOf(
    [
      person('Ada', 'Byron', {
        title: 'Dr.',
        description: 'Managing director',
        role: 'Account Administrator',
        joinedDaysAgo: 838,
        seenDaysAgo: 1.3,
      }),
      person('Grace', 'Okafor', {
        description: 'Looks after all software',
        role: 'Administrator',
        joinedDaysAgo: 830,
        seenDaysAgo: 0.06,
        shown: 'Administrator',
      }),
      person('Mateo', 'García Ruiz', {
        description: 'Prepress operator',
        tags: ['Prepress'],
        joinedDaysAgo: 402,
        seenDaysAgo: 0.4,
        shown: 'User',
      }),
      person('Jürgen', 'Weiß', {
        title: 'Dipl.-Ing.',
        description: 'Head of the press room',
        role: 'Administrator',
        tags: ['Press'],
        joinedDaysAgo: 611,
        seenDaysAgo: 3.2,
      }),
      person('Sofia', 'Lindqvist', { description: 'Proofing', tags: ['Prepress'], joinedDaysAgo: 512 }),
      person('Kenji', 'Tanaka', { description: 'Press operator, hall 2', tags: ['Press'], joinedDaysAgo: 77 }),
      person('Amara', 'Diallo', { description: 'Art director', tags: ['Design'], joinedDaysAgo: 340 }),
      person('Piotr', 'Wójcik', {
        description: 'Plates, night shift',
        tags: ['Prepress', 'Night shift'],
        joinedDaysAgo: 295,
      }),
      person('美咲', '佐藤', {
        mailbox: 'misaki.sato',
        description: 'デザイナー',
        tags: ['Design', 'Freelancers'],
        joinedDaysAgo: 64,
        seenDaysAgo: 5.1,
      }),
      person('Олена', 'Коваленко', {
        mailbox: 'olena.kovalenko',
        title: 'M.A.',
        description: 'Editor',
        tags: ['Design'],
        joinedDaysAgo: 188,
        seenDaysAgo: 0.9,
      }),
      person('ليلى', 'حداد', { mailbox: 'layla.haddad', description: 'Calligrapher', joinedDaysAgo: 41 }),
      person('María del Carmen', 'Fernández de la Vega y Montenegro', {
        title: 'Prof.',
        description: 'Adviser on paper and permanence',
        status: 'Pending',
        joinedDaysAgo: 9,
      }),
      person('Noor', 'van Dijk', {
        description: 'Left for the competition in spring',
        status: 'Inactive',
        tags: ['Bindery'],
        joinedDaysAgo: 560,
        seenDaysAgo: 71,
      }),
    ],
    {
      seed: 1962,
      count: 31,
      daysOld: 800,
      jobs: ['Prepress operator', 'Press operator, hall 1', 'Bookbinder', 'Designer', 'Order desk', 'Apprentice'],
      tags: ['Prepress', 'Press', 'Design', 'Bindery', 'Night shift', 'Freelancers'],
    },
  ),
  licenses: acmeLicenses,
  unassigned: [
    // Also assigned to some licenses already, which refuse a second one.
    { addon: 'colour', type: 'Subscription' },
    { addon: 'colour', type: 'Perpetual' },
    { addon: 'preflight', type: 'Subscription' },
    { addon: 'packaging', type: 'Perpetual' },
    { addon: 'variable', type: 'Trial' },
    { addon: 'sync', type: 'Subscription' },
    { addon: 'sync', type: 'Subscription' },
  ],
};
