import { resources } from '@keyhold/contract';
import { Checkbox } from '@mantine/core';
import { formText } from '#i18n/text/every-page.ts';
import { productsText } from '#i18n/text/licensing.ts';
import { useCreationForm } from '#records/form/creation-form.tsx';
import { TextFields } from '#records/form/text-fields.tsx';
import { ExactField } from '#ui/form/exact-field.tsx';
import { Form } from '#ui/form/form.tsx';
import { createProduct } from './products.data.ts';

/** The form of a new product. What it does not ask for has a usual value, and can be changed on the product's page. */
export function CreateProduct() {
  const form = useCreationForm(resources.timedProduct, { id: '', shared: false });
  return (
    <Form form={form} onSubmit={createProduct} submitLabel={formText.create} busyLabel={formText.creating}>
      <TextFields resource={resources.timedProduct} set="create" form={form} />
      <ExactField
        label={productsText.id}
        description={productsText.idHint}
        placeholder="studio"
        withAsterisk
        {...form.getInputProps('id')}
      />
      <Checkbox
        label={productsText.sharedLabel}
        description={productsText.sharedHint}
        {...form.getInputProps('shared', { type: 'checkbox' })}
      />
    </Form>
  );
}
