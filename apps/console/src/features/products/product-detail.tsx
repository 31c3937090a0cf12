import { calls, resources, type TimedProduct, textsIn, tokenAlgorithms } from '@keyhold/contract';
import { Checkbox, NativeSelect, NumberInput, Title } from '@mantine/core';
import { productQuery } from '#data/catalogue.ts';
import { issuedWords, useIssued } from '#data/names/issued-words.ts';
import { activityWords } from '#i18n/text/activity.ts';
import { fieldNames } from '#i18n/text/general.ts';
import { issuedText, leaseTimesText, productsText } from '#i18n/text/licensing.ts';
import { Activity } from '#records/activity/activity.tsx';
import { ConfirmButton } from '#records/confirmation/confirm-button.tsx';
import { RecordForm } from '#records/form/record-form.tsx';
import { TextFields } from '#records/form/text-fields.tsx';
import { RecordPage } from '#records/record-page.tsx';
import { screenLoader } from '#screens/screen-loader.ts';
import type { Version } from '#server/client/version.ts';
import { CopyableCode } from '#ui/button/copyable-code.tsx';
import { StatusBadge } from '#ui/feedback/status-badge.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { SplitPanels } from '#ui/layout/split.tsx';
import { checkTimes, leaseTimeFields } from './lease-times.ts';
import { currentProduct, updateProduct } from './products.data.ts';
import { productsPath } from './products.paths.ts';

export const loader = screenLoader((_, id) => productQuery(id));

/** The screen of a product: its texts, the times of its leases, and what its clients must know of. */
export default function ProductDetail() {
  return (
    <RecordPage
      query={productQuery}
      kind="product"
      words={productsText}
      listPath={productsPath}
      content={LoadedProduct}
    />
  );
}

function LoadedProduct({ of }: { of: Version<TimedProduct> }) {
  const product = of.item;
  return (
    <>
      <PageHeader title={product.name} aside={<StatusBadge status={product.status} />} />
      <SplitPanels
        side={
          <>
            <Facts facts={[{ label: issuedText.issued, value: issuedWords(useIssued()(product.rn)) }]} />
            <CopyableCode label={productsText.rn} text={product.rn} />
            <ProductStatus of={of} />
          </>
        }
      >
        <ProductForm of={of} />
      </SplitPanels>
      <Activity rn={product.rn} />
    </>
  );
}

const valuesOf = ({ status: _, rn: __, ...product }: TimedProduct) => ({
  ...product,
  ...textsIn(resources.timedProduct, product),
});

function ProductForm({ of }: { of: Version<TimedProduct> }) {
  return (
    <RecordForm
      of={of}
      valuesOf={valuesOf}
      labels={fieldNames}
      show={(values, field) => {
        const value = values[field];
        return typeof value === 'boolean' ? (value ? activityWords.yes : activityWords.no) : value;
      }}
      schema={calls.updateProduct.body}
      check={checkTimes}
      save={updateProduct}
      note={leaseTimesText.intro}
    >
      {(form) => (
        <>
          <TextFields resource={resources.timedProduct} set="update" form={form} />
          <Checkbox
            label={productsText.sharedLabel}
            description={productsText.sharedHint}
            {...form.getInputProps('shared', { type: 'checkbox' })}
          />
          <Checkbox
            label={productsText.enforceVersion}
            description={productsText.enforceVersionHint}
            {...form.getInputProps('enforce-version', { type: 'checkbox' })}
          />
          <Title order={2} fz="md">
            {leaseTimesText.title}
          </Title>
          {leaseTimeFields.map((field) => (
            <NumberInput
              key={field}
              label={fieldNames[field]}
              description={leaseTimesText.hints[field]}
              withAsterisk
              {...form.getInputProps(field)}
            />
          ))}
          <NativeSelect
            label={fieldNames['token-alg']}
            description={productsText.tokenAlgHint}
            data={[...tokenAlgorithms]}
            {...form.getInputProps('token-alg')}
          />
        </>
      )}
    </RecordForm>
  );
}

/** Retires a product, of which nothing more can be issued then, or brings it back. */
function ProductStatus({ of }: { of: Version<TimedProduct> }) {
  const active = of.item.status === 'Active';
  return (
    <ConfirmButton
      mt="md"
      words={active ? productsText.retire : productsText.activate}
      danger={active}
      change={{ ...of, intent: { status: active ? ('Retired' as const) : ('Active' as const) } }}
      send={updateProduct}
      current={() => currentProduct(of.item)}
    />
  );
}
