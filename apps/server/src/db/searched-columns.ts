import { type AnyResource, resources, textsWith } from '@keyhold/contract';

/** The tables whose lists are searched by an index, and the columns that the search looks into. */
export const searchedColumns = {
  accounts: [...searchedTexts(resources.account), 'status'],
  // The last name before the first: a full name is found across the line between them (lists/search.ts).
  users: [...new Set(['email', 'last-name', 'first-name', ...searchedTexts(resources.user)]), 'status'],
  licenses: ['id', ...searchedTexts(resources.license), 'type'],
  'addon-licenses': ['id', ...searchedTexts(resources.addonLicense), 'type'],
} as const;

export type SearchedTable = keyof typeof searchedColumns;

function searchedTexts(one: AnyResource): readonly string[] {
  return textsWith(one, 'searched');
}
