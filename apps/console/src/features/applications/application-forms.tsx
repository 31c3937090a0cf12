import { type Application, calls, resources, textsIn } from '@keyhold/contract';
import { useQuery } from '@tanstack/react-query';
import { productsQuery } from '#data/catalogue.ts';
import { productsPath } from '#features/products/products.paths.ts';
import { fieldNames } from '#i18n/text/general.ts';
import { applicationsText, issuingText } from '#i18n/text/licensing.ts';
import { ProductPicker } from '#parts/pickers/catalogue-picker.tsx';
import { useCreationForm } from '#records/form/creation-form.tsx';
import { RecordForm } from '#records/form/record-form.tsx';
import { TextFields } from '#records/form/text-fields.tsx';
import { useSideQuery } from '#server/cache/side-query.ts';
import { ExactField } from '#ui/form/exact-field.tsx';
import { Form } from '#ui/form/form.tsx';
import { Facts } from '#ui/layout/facts.tsx';
import { NotLoaded } from '#ui/loading/not-loaded.tsx';
import looks from '#ui/theme/looks.module.css';
import { applicationQuery, registerApplication, updateApplication } from './applications.data.ts';

const labels = { ...fieldNames, product: applicationsText.product };
const valuesOf = (application: Application) => ({
  ...textsIn(resources.application, application),
  product: application.product,
});

export function ApplicationForm({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(applicationQuery(id));
  const products = useSideQuery(productsQuery);
  if (!data) return <NotLoaded error={error} refetch={refetch} height={240} />;
  const nameOf = (rn: string | null): string => products?.find((product) => product.rn === rn)?.name ?? rn ?? '';
  return (
    <RecordForm
      of={data}
      valuesOf={valuesOf}
      labels={labels}
      show={(values, field) => (field === 'product' ? nameOf(values.product) : values.name)}
      schema={calls.updateApplication.body}
      save={updateApplication}
    >
      {(form) => (
        <>
          <Facts facts={[{ label: applicationsText.id, value: <span className={looks.mono}>{data.item.id}</span> }]} />
          <TextFields resource={resources.application} set="update" form={form} />
          {data.item.product !== null && (
            <ProductPicker createAt={productsPath} {...form.getInputProps('product')} value={form.values.product} />
          )}
        </>
      )}
    </RecordForm>
  );
}

export function RegisterApplication() {
  const form = useCreationForm(resources.application, { id: '', product: null as string | null }, ({ product }) =>
    product === null ? { product: issuingText.chooseProduct } : {},
  );
  return (
    <Form
      form={form}
      onSubmit={({ product, ...values }) => registerApplication({ ...values, product: product ?? '' })}
      submitLabel={applicationsText.register}
      busyLabel={applicationsText.registering}
    >
      <TextFields resource={resources.application} set="create" form={form} />
      <ExactField
        label={applicationsText.id}
        description={applicationsText.idHint}
        placeholder="studio-desktop"
        withAsterisk
        {...form.getInputProps('id')}
      />
      <ProductPicker createAt={productsPath} {...form.getInputProps('product')} value={form.values.product} />
    </Form>
  );
}
