import { calls, resources } from '@keyhold/contract';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ProductPicker } from '#pickers/catalogue-picker.tsx';
import { issuingText } from '#text/issuing.ts';
import { registeredApplicationsText } from '#text/registered-applications.ts';
import type { DialogFormProps } from '#ui/dialog/use-creation.tsx';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';
import { emptyTexts, TextFields } from '#ui/form/text-fields.tsx';
import { registerApplication } from './registered-applications.data.ts';

const checkBody = fieldChecks(calls.createApplication.body);

export function RegisterApplication({ onDone, cancel }: DialogFormProps) {
  const form = useForm({
    initialValues: { ...emptyTexts(resources.application), id: '', product: '' },
    validate: (values) => ({
      ...checkBody(values),
      ...(values.product === '' && { product: issuingText.chooseProduct }),
    }),
  });
  const register = async (body: typeof form.values): Promise<void> => {
    await registerApplication(body);
    onDone();
  };
  return (
    <Form
      form={form}
      onSubmit={register}
      submitLabel={registeredApplicationsText.register}
      busyLabel={registeredApplicationsText.registering}
      cancel={cancel}
    >
      <TextFields of={resources.application} set="create" form={form} />
      <TextInput
        label={registeredApplicationsText.id}
        description={registeredApplicationsText.idHint}
        placeholder="studio-desktop"
        autoCapitalize="off"
        spellCheck={false}
        withAsterisk
        {...form.getInputProps('id')}
      />
      <ProductPicker {...form.getInputProps('product')} value={form.values.product} />
    </Form>
  );
}
