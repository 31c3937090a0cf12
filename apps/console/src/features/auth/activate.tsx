import { calls, tokenOf } from '@keyhold/contract';
import { Anchor } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { client } from '#api/client.ts';
import { useSession } from '#api/use-session.ts';
import { homePath } from '#features/welcome/welcome.paths.ts';
import { authText } from '#text/auth.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { fieldChecks } from '#ui/form/field-checks.ts';
import { Form } from '#ui/form/form.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { CardPage } from '#ui/layout/card-page.tsx';
import { loginPath } from './auth.paths.ts';
import { activateSchema } from './fields.ts';

/** Sets a password with an emailed key, and signs in with it. */
export default function Activate() {
  const [params] = useSearchParams();
  const key = params.get('activation-key');
  return (
    <CardPage
      title={authText.activateTitle}
      footer={
        <Anchor component={Link} to={loginPath}>
          {authText.backToLogin}
        </Anchor>
      }
    >
      {key ? <ActivateForm activationKey={key} /> : <Notice tone="yellow">{authText.noActivationKey}</Notice>}
    </CardPage>
  );
}

function ActivateForm({ activationKey }: { activationKey: string }) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { 'new-password': '', confirmation: '' },
    validate: fieldChecks(activateSchema),
  });
  const activate = async (values: typeof form.values): Promise<void> => {
    const body = { 'activation-key': activationKey, 'new-password': values['new-password'] };
    await signIn(tokenOf(await client.send(calls.activate, { body })));
    await navigate(homePath, { replace: true });
  };
  return (
    <Form
      form={form}
      onSubmit={activate}
      submitLabel={authText.activate}
      busyLabel={authText.activating}
      guarded={false}
      fullWidth
    >
      <PasswordField
        label={authText.password}
        name="new-password"
        autoComplete="new-password"
        {...form.getInputProps('new-password')}
      />
      <PasswordField
        label={authText.confirmPassword}
        name="confirmation"
        autoComplete="new-password"
        {...form.getInputProps('confirmation')}
      />
    </Form>
  );
}
