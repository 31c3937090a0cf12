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

/** Changes of many resources at once. */
export const bulkExamples: Examples = {
  changeUserTags: { body: { ...account, search: 'press', count: 16, add: [rns.prepress] }, reply },
  changeUserRoles: { body: { ...account, ids: [ids.ada], add: [rns.administrator] }, reply },
  deleteUsers: { body: { ...account, search: 'press', except: [ids.ada], count: 15 }, reply },
  releaseLicenses: { body: { ...account, search: 'studio', count: 15 }, reply: { ...reply, failures: [] } },
};
