import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { loginPath } from '#routing/paths.ts';
import { authText } from '#text/auth.ts';

/** The link from a public screen back to the sign-in screen. */
export function BackToLogin({ onClick }: { onClick?: () => void }) {
  return (
    <Anchor component={Link} to={loginPath} onClick={onClick}>
      {authText.backToLogin}
    </Anchor>
  );
}
