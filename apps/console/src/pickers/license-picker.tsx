import { resourceIdOf } from '@keyhold/contract';
import { keyOf, type LicenseWithProduct, licenseQuery, licensesSource } from '#api/licenses.ts';
import type { AccountScope } from '#api/selected-account.ts';
import { whyText } from '#text/explanation.ts';
import type { PickerOption } from '#ui/form/option-picker.tsx';
import { RemotePicker } from './remote-picker.tsx';

interface LicensePickerProps {
  scope: AccountScope;
  /** The rn of the chosen license, or null. */
  value: string | null;
  onChange: (rn: string | null) => void;
}

export function LicensePicker({ scope, value, onChange }: LicensePickerProps) {
  const source = licensesSource(scope);
  return (
    <RemotePicker
      label={whyText.license}
      source={source}
      option={option}
      one={one}
      value={value === null ? [] : [value]}
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
