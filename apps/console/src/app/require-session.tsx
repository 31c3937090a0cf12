import { Navigate, Outlet, useLocation } from 'react-router';
import type { GateState } from '#api/remembered-location.ts';
import { useSession } from '#api/use-session.ts';
import { paths } from '#paths';

/** The gate: whoever is not signed in goes to the sign-in screen, which remembers where they wanted to go. */
export function RequireSession() {
  const { authInfo, expired } = useSession();
  const { pathname, search, hash } = useLocation();
  if (authInfo) return <Outlet key={authInfo.user.rn} />;
  const state: GateState = { from: { pathname, search, hash }, tokenExpired: expired };
  return <Navigate to={paths.login} replace state={state} />;
}
