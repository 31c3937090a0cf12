import { useState } from 'react';
import { Navigate, Outlet } from 'react-router';
import type { GateState } from '#api/remembered-location.ts';
import { useSession } from '#api/use-session.ts';
import { paths } from '#paths';

/** The gate: whoever is not signed in goes to the sign-in screen, which remembers where they wanted to go. */
export function RequireSession() {
  const { authInfo, expired } = useSession();
  return authInfo ? <Outlet key={authInfo.user.rn} /> : <ToSignIn expired={expired} />;
}

function ToSignIn({ expired }: { expired: boolean }) {
  // The browser's own address: where somebody wanted to go last may not have been drawn yet.
  const [state] = useState<GateState>(() => {
    const { pathname, search, hash } = window.location;
    return { from: { pathname, search, hash }, tokenExpired: expired };
  });
  return <Navigate to={paths.login} replace state={state} />;
}
