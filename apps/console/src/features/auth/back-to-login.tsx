import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { authText } from '#i18n/text/every-page.ts';
import { loginPath } from './auth.paths.ts';

/** The link from a public screen back to the sign-in screen. */
export function BackToLogin({ onClick }: { onClick?: () => void }) {
  return (
    <Anchor component={Link} to={loginPath} onClick={onClick}>
      {authText.backToLogin}
    </Anchor>
  );
}
