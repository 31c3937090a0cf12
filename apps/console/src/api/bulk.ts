import { type BulkReport, resourceIdOf } from '@keyhold/contract';
import type { ChosenRows } from '#ui/table/chosen-rows.ts';

/** What the bulk calls are told of the things they change. */
export type BulkSelection = { 'account-id': string; ids: string[] } | { 'account-id': string; search?: string };

/** The chosen rows of a list whose keys are rns, as the bulk calls want them. */
export function bulkSelection(accountId: string, chosen: ChosenRows): BulkSelection {
  if ('keys' in chosen) return { 'account-id': accountId, ids: chosen.keys.map(resourceIdOf) };
  return { 'account-id': accountId, ...(chosen.search && { search: chosen.search }) };
}

export type { BulkReport };
