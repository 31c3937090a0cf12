import { compareNames } from '#locale/formats.ts';
import type { PickerOption } from '#ui/form/option-picker.tsx';

/** Options in the order people read them. */
export function byLabel(options: readonly PickerOption[] = []): PickerOption[] {
  return [...options].sort((a, b) => compareNames(a.label, b.label));
}
