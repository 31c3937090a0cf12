import { resources } from '@keyhold/contract';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import * as z from 'zod';
import type { AccountScope } from '#api/selected-account.ts';
import { RolePicker } from '#pickers/role-picker.tsx';
import { createServiceAccount } from '#service-accounts/service-accounts.data.ts';
import { formText } from '#text/forms.ts';
import type { DialogFormProps } from '#ui/dialog/use-creation.tsx';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';
import { emptyTexts, TextFields } from '#ui/form/text-fields.tsx';

const checkTexts = fieldChecks(z.object(resources.serviceAccount.create));

export function CreateServiceAccount({ scope, onDone, cancel }: DialogFormProps & { scope: AccountScope }) {
  const [roles, setRoles] = useState<string[]>([]);
  const form = useForm({ initialValues: emptyTexts(resources.serviceAccount), validate: checkTexts });
  const create = async (values: typeof form.values): Promise<void> => {
    await createServiceAccount({ ...values, roles, 'account-id': scope.accountId });
    onDone();
  };
  return (
    <Form form={form} onSubmit={create} submitLabel={formText.create} busyLabel={formText.creating} cancel={cancel}>
      <TextFields of={resources.serviceAccount} set="create" form={form} />
      <RolePicker scope={scope} value={roles} onChange={setRoles} />
    </Form>
  );
}
