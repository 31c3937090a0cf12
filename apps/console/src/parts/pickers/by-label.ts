import { compareNames } from '#i18n/locale/formats.ts';
import type { PickerOption } from './option-picker.tsx';

/** Sorts options by label. An option renamed between two pages of its list is in both; the later one counts. */
export function byLabel(options: readonly PickerOption[] = []): PickerOption[] {
  const once = new Map(options.map((option) => [option.value, option]));
  return [...once.values()].sort((a, b) => compareNames(a.label, b.label));
}
