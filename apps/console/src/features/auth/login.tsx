import { Anchor, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, Navigate, useLocation } from 'react-router';
import { useConfig } from '#api/config.ts';
import { rememberedLocation, wasExpired } from '#api/remembered-location.ts';
import { useSession } from '#api/use-session.ts';
import { paths } from '#paths';
import { authText } from '#text/auth.ts';
import { CardPage } from '#ui/card-page.tsx';
import { Form } from '#ui/form.tsx';
import { Notice } from '#ui/notice.tsx';
import { PasswordField } from '#ui/password-field.tsx';

/** The checks and the call come when the form is first touched: they would double the first load. */
const loadSignIn = () => import('./sign-in.ts');

/** The sign-in screen. Whoever is signed in goes on to where they wanted to go. */
export default function Login() {
  const { authInfo, signIn } = useSession();
  const { state } = useLocation();
  const config = useConfig();
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: async (values) => (await loadSignIn()).checkLogin(values),
  });
  if (authInfo) return <Navigate to={rememberedLocation(state)} replace />;

  const logIn = async ({ email, password }: typeof form.values): Promise<void> => {
    await signIn(await (await loadSignIn()).authorize(email, password));
  };
  return (
    <CardPage title={authText.logIn} product={config['product-title']}>
      {wasExpired(state) && (
        <Notice tone="yellow" role="status" className="kh-gap-below">
          {authText.sessionExpired}
        </Notice>
      )}
      <Form
        form={form}
        onSubmit={logIn}
        submitLabel={authText.logIn}
        busyLabel={authText.loggingIn}
        guarded={false}
        fullWidth
      >
        <TextInput
          label={authText.email}
          type="email"
          name="email"
          autoComplete="username"
          {...form.getInputProps('email')}
          onFocus={() => void loadSignIn()}
        />
        <PasswordField
          label={authText.password}
          name="password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Anchor component={Link} to={paths.reset} size="sm">
          {authText.forgotPassword}
        </Anchor>
      </Form>
    </CardPage>
  );
}
