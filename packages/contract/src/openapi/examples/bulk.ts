import { ids, rns } from '../../fields/example-names.ts';
import type { Examples } from './example.ts';

const account = { 'account-id': ids.account };
const reply = {
  changed: 12,
  unchanged: 3,
  failures: [
    { id: ids.ada, name: 'Ada Byron', code: 'forbidden', message: "You don't have authorization for this action." },
  ],
};

const one = { changed: 1, unchanged: 0, failures: [] };
const noneLeft = {
  changed: 0,
  unchanged: 0,
  failures: [
    {
      id: ids.license,
      name: ids.license,
      code: 'none-left',
      message: 'No unassigned license of the addon Colour Server is left. Issue more, or unassign one elsewhere.',
    },
  ],
};

/** Changes of many resources at once. */
export const bulkExamples: Examples = {
  changeUserTags: { body: { ...account, search: 'press', count: 16, add: [rns.prepress] }, reply },
  changeUserRoles: { body: { ...account, ids: [ids.ada], add: [rns.administrator] }, reply },
  deleteUsers: { body: { ...account, search: 'press', except: [ids.ada], count: 15 }, reply },
  voidLicenses: { body: { ...account, ids: [ids.license] }, reply: one },
  restoreLicenses: { body: { ...account, ids: [ids.license] }, reply: one },
  changeLicensePolicies: { body: { ...account, ids: [ids.license], consumers: { kind: 'everyone' } }, reply: one },
  changeLicenseStatus: { body: { ...account, ids: [ids.license], status: 'Suspended' }, reply: one },
  changeLicenseTerms: { body: { ...account, ids: [ids.license], 'extend-days': 365, 'grace-days': 14 }, reply: one },
  changeLicenseAddons: { body: { ...account, ids: [ids.license], add: [rns.addon], remove: [] }, reply: noneLeft },
  changeUserStatus: { body: { ...account, search: 'press', count: 16, status: 'Inactive' }, reply },
  sendActivationLinks: { body: { ...account, status: 'Pending', 'valid-days': 30 }, reply },
  importUsers: {
    body: {
      ...account,
      mode: 'check',
      update: true,
      rows: [
        { email: 'ada@acme.example', 'first-name': 'Ada', 'last-name': 'Byron', tags: ['Prepress'] },
        { email: 'grace@acme.example', 'first-name': 'Grace', 'last-name': '' },
      ],
    },
    reply: {
      items: [
        { row: 0, outcome: 'update', user: rns.ada, changes: ['tags'], problems: [] },
        {
          row: 1,
          outcome: 'refuse',
          changes: [],
          problems: [{ code: 'invalid', path: 'last-name', message: 'Empty last name' }],
        },
      ],
      totals: { create: 0, update: 1, unchanged: 0, refuse: 1 },
    },
  },
  releaseLicenses: { body: { ...account, search: 'studio', count: 15 }, reply: { ...reply, failures: [] } },
};
