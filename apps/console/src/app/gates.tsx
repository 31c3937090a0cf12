import { useState } from 'react';
import { Navigate, Outlet, useNavigation } from 'react-router';
import type { AuthFlag } from '#api/auth-info.ts';
import { useAuthInfo, useSession } from '#api/use-session.ts';
import { loginPath } from '#features/auth/auth.paths.ts';
import type { GateState } from '#features/auth/remembered-location.ts';
import { hasAccess } from '#routing/screen.ts';
import { errorText } from '#text/errors.ts';
import { MessagePage } from './message-pages.tsx';

/** The gate: without a session it leads to the sign-in screen, which remembers the requested location. */
export function RequireSession() {
  const { authInfo, expired } = useSession();
  return authInfo ? <Outlet key={authInfo.user.rn} /> : <ToSignIn expired={expired} />;
}

function ToSignIn({ expired }: { expired: boolean }) {
  const { location: pending } = useNavigation();
  const [{ state, replace }] = useState(() => {
    // The location that was requested last may be still loading, or not rendered yet.
    const { pathname, search, hash } = pending ?? window.location;
    const gate: GateState = { from: { pathname, search, hash }, tokenExpired: expired };
    return { state: gate, replace: pathname === window.location.pathname };
  });
  return <Navigate to={loginPath} replace={replace} state={state} />;
}

/** Renders its routes for users who have one of the flags. */
export function RequireFlags({ access }: { access: readonly AuthFlag[] | undefined }) {
  return hasAccess(useAuthInfo(), access) ? <Outlet /> : <MessagePage title={errorText.noAccess} />;
}
