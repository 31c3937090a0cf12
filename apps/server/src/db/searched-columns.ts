import { type AnyResource, resources, textsWith } from '@keyhold/contract';

/** The tables whose lists have a search index, and the indexed columns. */
export const searchedColumns = {
  accounts: [...searchedTexts(resources.account), 'status'],
  // The last name precedes the first: a search for a full name relies on that order (lists/search.ts).
  users: [...new Set(['email', 'last-name', 'first-name', ...searchedTexts(resources.user)]), 'status'],
  licenses: ['id', ...searchedTexts(resources.license), 'type'],
  'addon-licenses': ['id', ...searchedTexts(resources.addonLicense), 'type'],
} as const;

export type SearchedTable = keyof typeof searchedColumns;

function searchedTexts(one: AnyResource): readonly string[] {
  return textsWith(one, 'searched');
}
