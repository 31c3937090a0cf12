import { resourceIdOf } from '@keyhold/contract';
import { useMemo } from 'react';
import { keyOf, type LicenseWithProduct, licenseQuery, licensesSource } from '#api/licenses.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { whyText } from '#text/explanation.ts';
import { ErrorAlert } from '#ui/error-alert.tsx';
import { FieldSkeleton } from '#ui/field-skeleton.tsx';
import { OptionPicker, type PickerOption } from '#ui/option-picker.tsx';
import { useOptions } from './use-options.ts';

interface LicensePickerProps {
  scope: AccountScope;
  /** The rn of the chosen license, or null. */
  value: string | null;
  onChange: (rn: string | null) => void;
}

/** Chooses one license of an account. */
export function LicensePicker({ scope, value, onChange }: LicensePickerProps) {
  const source = useMemo(() => licensesSource(scope), [scope]);
  const chosen = value === null ? [] : [value];
  const { options, error, retry, onSearch } = useOptions({ source, option, chosen, one });
  if (error && !options) return <ErrorAlert error={error} onRetry={retry} />;
  if (!options) return <FieldSkeleton label={whyText.license} />;
  return (
    <OptionPicker
      label={whyText.license}
      options={options}
      onSearch={onSearch}
      value={chosen}
      onChange={([rn]) => onChange(rn ?? null)}
      max={1}
      empty={whyText.noLicenses}
      nothingFound={whyText.noneFound}
    />
  );
}

function one(rn: string) {
  return licenseQuery(resourceIdOf(rn));
}

function option(license: LicenseWithProduct): PickerOption {
  return { value: license.rn, label: `${license.certificate.product.name} ${keyOf(license)}` };
}
