import { useForm } from '@mantine/form';
import { authText, fieldText, formText, shellText } from '#i18n/text/every-page.ts';
import { checkNewPassword, NewPasswordFields } from '#parts/identity/new-password-fields.tsx';
import { useOwnIds } from '#session/selected-account.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { Form } from '#ui/form/form.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { UsernameField } from '#ui/form/username-field.tsx';
import { PageHeader } from '#ui/layout/page.tsx';
import { SplitPanels } from '#ui/layout/split.tsx';
import { changePassword } from './profile.data.ts';

/** Changes the user's own password, which ends all of the user's sessions, including this one. */
export default function ChangePassword() {
  const { userId } = useOwnIds();
  const { user } = useAuthInfo();
  const form = useForm({
    initialValues: { 'current-password': '', 'new-password': '', confirmation: '' },
    validate: (values) => ({
      ...(values['current-password'] === '' && { 'current-password': fieldText.emptyOldPassword }),
      ...checkNewPassword(values),
    }),
  });
  const change = ({ confirmation: _, ...body }: typeof form.values): Promise<void> => changePassword(userId, body);
  return (
    <>
      <PageHeader title={shellText.changePassword} />
      <SplitPanels>
        <Form
          form={form}
          onSubmit={change}
          submitLabel={authText.updateAndLogOut}
          busyLabel={formText.updating}
          note={authText.passwordNote}
        >
          <UsernameField value={user.email} />
          <PasswordField
            label={authText.oldPassword}
            autoComplete="current-password"
            {...form.getInputProps('current-password')}
          />
          <NewPasswordFields label={authText.newPassword} form={form} />
        </Form>
      </SplitPanels>
    </>
  );
}
