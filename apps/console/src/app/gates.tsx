import { useState } from 'react';
import { Navigate, Outlet, useNavigation } from 'react-router';
import { useAuthInfo, useSession } from '#api/use-session.ts';
import { loginPath } from '#features/auth/auth.paths.ts';
import type { GateState } from '#features/auth/remembered-location.ts';
import { hasAccess, useScreen } from '#routing/screen.ts';
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

/** Renders the screen of the address for users who have one of its flags. */
export function RequireFlags() {
  return hasAccess(useAuthInfo(), useScreen()?.access) ? <Outlet /> : <MessagePage title={errorText.noAccess} />;
}
