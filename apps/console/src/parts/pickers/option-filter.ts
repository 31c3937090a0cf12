import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { listText } from '#i18n/text/every-page.ts';
import { filterRows } from '#lists/engine/arrange.ts';

/** The most options first at once: more are slow to render, and nobody reads them. */
const most = 100;

/** Shown below an incomplete list of options; it cannot be chosen. */
const hint: ComboboxItem = { value: 'type-for-more', label: listText.typeForMore, disabled: true };

interface FilterOptions {
  /** Whether the options are the hits of a server, which are not filtered again. */
  found: boolean;
  /** Whether there are more options than these. */
  more: boolean;
}

/** The filter of a selector: it shows the options that match, and a hint if there are more. */
export function optionFilter({ found, more }: FilterOptions): OptionsFilter {
  return ({ options, search }): ComboboxParsedItem[] => {
    const single = options.filter((option) => 'value' in option);
    const matching = found ? single : filterRows(single, search, ({ label }) => [label]);
    const first = matching.slice(0, most);
    return first.length > 0 && (more || first.length < matching.length) ? [...first, hint] : first;
  };
}
