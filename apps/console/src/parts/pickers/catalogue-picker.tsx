import type { Addon, Product } from '@keyhold/contract';
import { Anchor } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { productsQuery } from '#data/catalogue.ts';
import { issuingText } from '#i18n/text/licensing.ts';
import type { OpenRequest } from '#ui/dialog/open-request.ts';
import { OptionPicker, type PickerProps } from './option-picker.tsx';

/** The query of the products or add-ons to choose from. */
export type Catalogue = UseQueryResult<(Product | Addon)[]>;

interface CataloguePickerProps extends Pick<PickerProps, 'label' | 'empty' | 'error'> {
  catalogue: Catalogue;
  /** The screen whose creation dialog a link opens while the catalogue is empty, and the link's text. */
  create: { to: string; label: string };
  /** The rn of the chosen product or add-on; null without one. */
  value: string | null;
  onChange: (rn: string | null) => void;
}

/** Chooses a product or an add-on. */
export function CataloguePicker({ catalogue, create, ...picker }: CataloguePickerProps) {
  const { data, error, refetch } = catalogue;
  return (
    <OptionPicker
      single
      options={data?.map(({ rn, name }) => ({ value: rn, label: name }))}
      failure={error}
      onRetry={() => void refetch()}
      nothingFound={issuingText.noneFound}
      emptyAction={
        <Anchor component={Link} to={create.to} state={{ open: 'create' } satisfies OpenRequest} size="xs">
          {create.label}
        </Anchor>
      }
      required
      {...picker}
    />
  );
}

/** Chooses a product of the catalogue. */
export function ProductPicker({
  createAt,
  ...picker
}: Pick<CataloguePickerProps, 'value' | 'onChange' | 'error'> & {
  /** The address of the screen of products. */
  createAt: string;
}) {
  return (
    <CataloguePicker
      label={issuingText.product}
      empty={issuingText.noProducts}
      catalogue={useQuery(productsQuery)}
      create={{ to: createAt, label: issuingText.createProduct }}
      {...picker}
    />
  );
}
