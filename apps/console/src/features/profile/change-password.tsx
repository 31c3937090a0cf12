import { calls, newPasswordSchema } from '@keyhold/contract';
import { useForm } from '@mantine/form';
import * as z from 'zod';
import { client } from '#api/client.ts';
import { useOwnIds } from '#api/selected-account.ts';
import { session } from '#api/session.ts';
import { authText, fieldText } from '#text/auth.ts';
import { formText } from '#text/forms.ts';
import { shellText } from '#text/shell.ts';
import { toastSuccess } from '#ui/feedback/toast.tsx';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Split } from '#ui/layout/split.tsx';

const schema = z
  .object({
    'current-password': z.string().min(1, fieldText.emptyOldPassword),
    'new-password': newPasswordSchema,
    confirmation: z.string(),
  })
  .refine((values) => values['new-password'] === values.confirmation, {
    error: fieldText.passwordsDiffer,
    path: ['confirmation'],
    when: () => true,
  });

/** Changes the own password; every session of it ends, this one too. */
export default function ChangePassword() {
  const { userId } = useOwnIds();
  const form = useForm({
    initialValues: { 'current-password': '', 'new-password': '', confirmation: '' },
    validate: fieldChecks(schema),
  });
  const change = async ({ confirmation: _, ...body }: typeof form.values): Promise<void> => {
    await session.endWith(client.send(calls.changePassword, { params: { id: userId }, body }));
    toastSuccess(authText.passwordUpdated);
  };
  return (
    <>
      <PageHeader title={shellText.changePassword} />
      <Split>
        <Panel>
          <Form
            form={form}
            onSubmit={change}
            submitLabel={authText.updateAndLogOut}
            busyLabel={formText.updating}
            note={authText.passwordNote}
          >
            <PasswordField
              label={authText.oldPassword}
              autoComplete="current-password"
              {...form.getInputProps('current-password')}
            />
            <PasswordField
              label={authText.newPassword}
              autoComplete="new-password"
              {...form.getInputProps('new-password')}
            />
            <PasswordField
              label={authText.confirmPassword}
              autoComplete="new-password"
              {...form.getInputProps('confirmation')}
            />
          </Form>
        </Panel>
      </Split>
    </>
  );
}
