import type { Addon, Product } from '@keyhold/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { productsQuery } from '#data/catalogue.ts';
import { issuingText } from '#i18n/text/licensing.ts';
import { OptionPicker, type PickerProps } from './option-picker.tsx';

/** The query of the products or add-ons to choose from. */
export type Catalogue = UseQueryResult<(Product | Addon)[]>;

interface CataloguePickerProps extends Pick<PickerProps, 'label' | 'empty' | 'error'> {
  catalogue: Catalogue;
  /** The rn of the chosen product or add-on; null without one. */
  value: string | null;
  onChange: (rn: string | null) => void;
}

/** Chooses a product or an add-on. */
export function CataloguePicker({ catalogue, ...picker }: CataloguePickerProps) {
  const { data, error, refetch } = catalogue;
  return (
    <OptionPicker
      single
      options={data?.map(({ rn, name }) => ({ value: rn, label: name }))}
      failure={error}
      onRetry={() => void refetch()}
      nothingFound={issuingText.noneFound}
      required
      {...picker}
    />
  );
}

/** Chooses a product of the catalogue. */
export function ProductPicker(picker: Pick<CataloguePickerProps, 'value' | 'onChange' | 'error'>) {
  return (
    <CataloguePicker
      label={issuingText.product}
      empty={issuingText.noProducts}
      catalogue={useQuery(productsQuery)}
      {...picker}
    />
  );
}
