import { createBrowserRouter, matchPath, type RouteObject } from 'react-router';
import { session } from '#api/session.ts';
import Login from '#features/auth/login.tsx';
import { paths } from '#paths';
import { drawWith, type Late, late } from './late.tsx';
import { NotFound } from './not-found.tsx';
import { RequireFlags } from './require-flags.tsx';
import { RequireSession } from './require-session.tsx';
import { RootLayout } from './root-layout.tsx';
import { hasAnyFlag, sections } from './screens.ts';
import { UnexpectedError } from './unexpected-error.tsx';

const shell = late(() => import('./shell/shell.tsx'));
const ownScreens = [
  { path: paths.home, ...late(() => import('#features/welcome/welcome.tsx')) },
  { path: paths.profile, ...late(() => import('#features/profile/profile.tsx')) },
  { path: paths.changePassword, ...late(() => import('#features/profile/change-password.tsx')) },
];

/** The route of a screen. Nothing behind the gate is fetched before somebody signs in. */
function route({ path, Component }: Late & { path: string }): RouteObject {
  return { path, Component };
}

const guardedSections: RouteObject[] = sections.map(({ anyOf, screens }) => ({
  element: <RequireFlags anyOf={anyOf} />,
  children: screens.map(route),
}));

const behindTheGate: RouteObject[] = [
  {
    Component: shell.Component,
    children: [{ errorElement: <UnexpectedError />, children: [...ownScreens.map(route), ...guardedSections] }],
  },
  route({ path: paths.logout, ...late(() => import('#features/auth/logout.tsx')) }),
];

/**
 * Fetches what an address shows at once: shell, screen and, for who is signed in and may see them, the rows of a list.
 * Else each would wait for the one before it to be drawn. Settles when the screen can be drawn.
 */
export async function preload(pathname: string): Promise<void> {
  const at = ({ path }: { path: string }): boolean => matchPath(path, pathname) !== null;
  const section = sections.find(({ screens }) => screens.some(at));
  const screen = section ? section.screens.find(at) : ownScreens.find(at);
  if (!screen) return;
  const auth = session.current();
  const rows = import('./first-rows.ts').then(async ({ askForRows }) => {
    if (auth && section && hasAnyFlag(auth, section.anyOf)) await askForRows(screen.path);
  });
  // A failure is told when the screen is drawn.
  await Promise.allSettled([shell.load(), screen.load(), drawWith(rows)]);
}

/** Makes the router: every address of the console. */
export function createRouter() {
  const router = createBrowserRouter([
    {
      element: <RootLayout />,
      errorElement: <UnexpectedError />,
      children: [
        { path: paths.login, element: <Login onLogIn={preload} /> },
        route({ path: paths.reset, ...late(() => import('#features/auth/reset.tsx')) }),
        route({ path: paths.activate, ...late(() => import('#features/auth/activate.tsx')) }),
        { element: <RequireSession />, children: behindTheGate },
        { path: '*', element: <NotFound /> },
      ],
    },
  ]);
  let { pathname } = router.state.location;
  router.subscribe(({ location }) => {
    if (location.pathname === pathname) return;
    pathname = location.pathname;
    void preload(pathname);
  });
  return router;
}
