import { type Account, resourceIdOf } from '@keyhold/contract';
import type { PickerOption } from '#ui/option-picker.tsx';

/** An account as an option of the switcher. */
export function accountOption({ rn, name }: Account): PickerOption {
  return { value: resourceIdOf(rn), label: name };
}

/** The options whose label contains the search, case-insensitively. */
export function matchingOptions<One extends { label: string }>(options: readonly One[], search: string): One[] {
  const wanted = search.trim().toLowerCase();
  return options.filter(({ label }) => label.toLowerCase().includes(wanted));
}
