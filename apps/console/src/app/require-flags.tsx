import { Outlet } from 'react-router';
import type { AuthFlag } from '#api/auth-info.ts';
import { useAuthInfo } from '#api/use-session.ts';
import { hasAccess } from '#routing/screen.ts';
import { errorText } from '#text/errors.ts';
import { MessagePage } from './message-page.tsx';

/** Renders its routes for users who have one of the flags. */
export function RequireFlags({ access }: { access: readonly AuthFlag[] | undefined }) {
  return hasAccess(useAuthInfo(), access) ? <Outlet /> : <MessagePage title={errorText.noAccess} />;
}
