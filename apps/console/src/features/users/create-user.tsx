import { resources } from '@keyhold/contract';
import { Button } from '@mantine/core';
import { use, useState } from 'react';
import { formText } from '#i18n/text/every-page.ts';
import { usersText } from '#i18n/text/people.ts';
import { RolePicker } from '#parts/pickers/roles-and-tags.tsx';
import { useCreationForm } from '#records/form/creation-form.tsx';
import { TextFields } from '#records/form/text-fields.tsx';
import type { AccountScope } from '#session/selected-account.ts';
import { DialogContext } from '#ui/dialog/form-context.ts';
import { toastSuccess } from '#ui/feedback/toast.tsx';
import { Form } from '#ui/form/form.tsx';
import { type CreationProgress, createInSteps, noProgress } from './creation-steps.ts';

/** The form that creates a user: create, send the activation link, add the chosen roles. */
export function CreateUser({ scope }: { scope: AccountScope }) {
  const dialog = use(DialogContext);
  const [progress, setProgress] = useState<CreationProgress>(noProgress);
  const form = useCreationForm(resources.user, { roles: [] as string[] });
  const exists = progress.user !== null;

  const create = async ({ roles, ...texts }: typeof form.values): Promise<void> => {
    await createInSteps(progress, { ...texts, 'account-id': scope.accountId }, roles, setProgress);
    toastSuccess(usersText.created);
  };
  return (
    <Form
      form={form}
      onSubmit={create}
      submitLabel={exists ? formText.tryAgain : formText.create}
      busyLabel={formText.creating}
      guarded={!exists}
      close={exists && <Button onClick={() => dialog?.close?.()}>{formText.close}</Button>}
    >
      <TextFields resource={resources.user} set="create" form={form} readOnly={exists} />
      <RolePicker
        scope={scope}
        {...form.getInputProps('roles')}
        value={form.values.roles}
        disabled={progress.linkSent}
      />
    </Form>
  );
}
