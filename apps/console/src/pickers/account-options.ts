import { type Account, resourceIdOf } from '@keyhold/contract';

export interface Option {
  value: string;
  label: string;
}

/** Accounts as options of the switcher, ascending by name. */
export function accountOptions(accounts: readonly Account[]): Option[] {
  return accounts
    .map(({ rn, name }) => ({ value: resourceIdOf(rn), label: name }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** The options whose label contains the search, case-insensitively. */
export function matchingOptions<One extends { label: string }>(options: readonly One[], search: string): One[] {
  const wanted = search.trim().toLowerCase();
  return options.filter(({ label }) => label.toLowerCase().includes(wanted));
}
