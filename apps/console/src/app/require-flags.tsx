import { Outlet } from 'react-router';
import type { AuthFlag } from '#api/auth-info.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { errorText } from '#text/errors.ts';
import { MessagePage } from './message-page.tsx';
import { hasAnyFlag } from './screens.ts';

/** Shows what is behind it to whoever has one of the flags. */
export function RequireFlags({ anyOf }: { anyOf: readonly AuthFlag[] }) {
  const auth = useAuthInfo();
  return hasAnyFlag(auth, anyOf) ? <Outlet /> : <MessagePage title={errorText.noAccess} />;
}
