import type { Addon, Product } from '@keyhold/contract';
import type { ReactNode } from 'react';
import { issuingText } from '#text/issuing.ts';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { FieldSkeleton } from '#ui/form/field-skeleton.tsx';
import { OptionPicker } from '#ui/form/option-picker.tsx';

/** What there is to choose from. */
export interface Catalogue {
  data: readonly (Product | Addon)[] | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface CataloguePickerProps {
  label: string;
  empty: string;
  catalogue: Catalogue;
  /** The rn of what is chosen. */
  value: string | null;
  onChange: (rn: string | null) => void;
  error?: ReactNode;
}

/** Chooses a product or an add-on. */
export function CataloguePicker({ label, empty, catalogue, value, onChange, error: problem }: CataloguePickerProps) {
  const { data, error, refetch } = catalogue;
  if (error && !data) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <FieldSkeleton label={label} />;
  return (
    <OptionPicker
      label={label}
      options={data.map(({ rn, name }) => ({ value: rn, label: name }))}
      value={value === null ? [] : [value]}
      onChange={([rn]) => onChange(rn ?? null)}
      max={1}
      empty={empty}
      nothingFound={issuingText.noneFound}
      error={typeof problem === 'string' ? problem : undefined}
      required
    />
  );
}
