import { useState } from 'react';
import {
  createBrowserRouter,
  type DataRouter,
  type LoaderFunctionArgs,
  matchPath,
  Navigate,
  Outlet,
  type RouteObject,
} from 'react-router';
import { loginPath, resetPath } from '#features/auth/auth.paths.ts';
import { logoutScreen, publicScreens } from '#features/auth/auth.routes.tsx';
import Login from '#features/auth/login.tsx';
import type { LoginRedirectState } from '#features/auth/remembered-location.ts';
import Reset from '#features/auth/reset.tsx';
import { applicationScreens } from '#features/consent/consent.routes.tsx';
import { errorText } from '#i18n/text/every-page.ts';
import { hasAccess, type Screen, type Section, useScreen } from '#screens/screen.ts';
import { namedAccount, ownAccount } from '#session/selected-account.ts';
import { session } from '#session/session.ts';
import { useAuthInfo, useSession } from '#session/use-session.ts';
import { fetchCode } from '#ui/loading/fetch-code.ts';
import { completeFirstAddress, selectAccountOfAddress, withAccountAddresses } from './account-address.ts';
import { withLateLoading } from './late-loading.ts';
import { MessagePage, NotFound, UnexpectedError } from './message-pages.tsx';
import { screens } from './screens.ts';

const shell = () => import('./shell/shell.tsx');

function guardedRoute(screen: Screen): RouteObject {
  return {
    path: screen.path,
    lazy: guarded(screen.code, screen.section),
    handle: screen,
    // Screens react to search parameters themselves.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  };
}

/**
 * Fetches the code of a screen only for users who may see it. React Router requests the code of all routes of an
 * address at once, even below a guard that rejects the user; a rejected request is repeated on the next visit.
 */
function guarded(code: Screen['code'], section?: Section) {
  const admits = (): boolean => {
    const auth = session.current();
    return auth !== null && hasAccess(auth, section);
  };
  return async () => {
    if (!admits()) throw new Error(errorText.authenticationRequired);
    const { default: Component, loader } = await fetchCode(code);
    const load = async ({ params, request }: LoaderFunctionArgs): Promise<null> => {
      const scope = namedAccount(new URL(request.url).search) ?? ownAccount();
      return loader && scope && admits() ? loader({ params, scope }) : null;
    };
    return { Component, ...(loader && { loader: load }) };
  };
}

/** The guard: without a session it redirects to the sign-in screen and passes the requested location. */
function RequireSession() {
  const { authInfo, expired } = useSession();
  return authInfo ? <Outlet key={authInfo.user.rn} /> : <ToSignIn expired={expired} />;
}

function ToSignIn({ expired }: { expired: boolean }) {
  const [{ state, replace }] = useState(() => {
    // The location requested last may still be loading, or may not be rendered yet.
    const { pathname, search, hash } = router?.state.navigation.location ?? window.location;
    const redirect: LoginRedirectState = { from: { pathname, search, hash }, tokenExpired: expired };
    return { state: redirect, replace: pathname === window.location.pathname };
  });
  return <Navigate to={loginPath} replace={replace} state={state} />;
}

/** Renders the screen of the address only for users who have access to it. */
function RequireAccess() {
  return hasAccess(useAuthInfo(), useScreen()?.section) ? <Outlet /> : <MessagePage title={errorText.noAccess} />;
}

/** Wraps routes in an error screen. React Router renders nothing for a lazy route with its own error element. */
function withErrorScreen(children: RouteObject[]): RouteObject[] {
  return [{ errorElement: <UnexpectedError />, children }];
}

const routes = withErrorScreen([
  { path: loginPath, element: <Login onLogIn={fetchScreen} /> },
  { path: resetPath, element: <Reset /> },
  ...publicScreens.map(({ path, code }) => ({
    path,
    lazy: async () => ({ Component: (await fetchCode(code)).default }),
  })),
  {
    element: <RequireSession />,
    children: withErrorScreen([
      {
        lazy: guarded(shell),
        children: [{ element: <RequireAccess />, children: withErrorScreen(screens.map(guardedRoute)) }],
      },
      ...[logoutScreen, ...applicationScreens].map(guardedRoute),
    ]),
  },
  { path: '*', element: <NotFound /> },
]);

/** Prefetches the code of the screen at an address. */
async function fetchScreen(pathname: string): Promise<void> {
  const screen = screens.find(({ path }) => matchPath(path, pathname));
  // A failure is reported when the screen is rendered.
  await Promise.allSettled([shell(), screen?.code()]);
}

/** The router of this page; null until it is created. */
let router: DataRouter | null = null;

/** Creates the router and waits until it can render the address of the window. */
export async function createRouter(): Promise<DataRouter> {
  completeFirstAddress();
  const created = createBrowserRouter(routes);
  router = created;
  selectAccountOfAddress(created);
  // Screens refused to one user may be open to the next, who signed in from another tab.
  session.subscribe(({ auth }) => {
    if (auth && created.state.errors) void created.revalidate();
  });
  if (!created.state.initialized) {
    await new Promise<void>((resolve) => created.subscribe(({ initialized }) => initialized && resolve()));
  }
  return withLateLoading(withAccountAddresses(created));
}
