import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { listText } from '#text/lists.ts';

/** Most options that are shown at once: more are neither read nor quick to show. */
const most = 100;

/** Stands below options that are not all; it cannot be chosen. */
const hint: ComboboxItem = { value: 'type-for-more', label: listText.typeForMore, disabled: true };

/** The options whose label contains the search, case-insensitively. */
export function matchingOptions<One extends { label: string }>(options: readonly One[], search: string): One[] {
  const wanted = search.trim().toLowerCase();
  return options.filter(({ label }) => label.toLowerCase().includes(wanted));
}

interface FilterOptions {
  /** Whether the options are what a server found already, which is not searched again. */
  found: boolean;
  /** Whether there are more than the options. */
  more: boolean;
}

/** What a selector shows of its options: those that match, and a hint where there are more than are shown. */
export function optionFilter({ found, more }: FilterOptions): OptionsFilter {
  return ({ options, search }): ComboboxParsedItem[] => {
    const single = options.filter((option) => 'value' in option);
    const matching = found ? single : matchingOptions(single, search);
    const shown = matching.slice(0, most);
    return shown.length > 0 && (more || shown.length < matching.length) ? [...shown, hint] : shown;
  };
}
