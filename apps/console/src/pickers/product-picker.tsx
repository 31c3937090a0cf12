import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { productsQuery } from '#api/catalogue.ts';
import { issuingText } from '#text/issuing.ts';
import { CataloguePicker } from './catalogue-picker.tsx';

interface ProductPickerProps {
  /** The rn of the chosen product; empty without one. */
  value: string;
  onChange: (product: string) => void;
  error?: ReactNode;
}

/** Chooses a product of the catalogue. */
export function ProductPicker({ value, onChange, error }: ProductPickerProps) {
  return (
    <CataloguePicker
      label={issuingText.product}
      empty={issuingText.noProducts}
      catalogue={useQuery(productsQuery())}
      value={value || null}
      onChange={(product) => onChange(product ?? '')}
      error={error}
    />
  );
}
