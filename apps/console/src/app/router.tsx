import { type ComponentType, lazy } from 'react';
import { createBrowserRouter, matchPath, type RouteObject } from 'react-router';
import Login from '#features/auth/login.tsx';
import { paths } from '#paths';
import { NotFound } from './not-found.tsx';
import { RequireFlags } from './require-flags.tsx';
import { RequireSession } from './require-session.tsx';
import { RootLayout } from './root-layout.tsx';
import { sections } from './screens.ts';
import { UnexpectedError } from './unexpected-error.tsx';

type Load = () => Promise<{ default: ComponentType }>;

const loadShell: Load = () => import('./shell/shell.tsx');
const ownScreens: readonly { path: string; load: Load }[] = [
  { path: paths.home, load: () => import('#features/welcome/welcome.tsx') },
  { path: paths.profile, load: () => import('#features/profile/profile.tsx') },
  { path: paths.changePassword, load: () => import('#features/profile/change-password.tsx') },
];

/** A screen whose code is fetched when it is first rendered: so nothing behind the gate is fetched before sign-in. */
function screen({ path, load }: { path: string; load: Load }): RouteObject {
  return { path, Component: lazy(load) };
}

const guardedSections: RouteObject[] = sections.map(({ anyOf, screens }) => ({
  element: <RequireFlags anyOf={anyOf} />,
  children: screens.map(screen),
}));

const behindTheGate: RouteObject[] = [
  {
    Component: lazy(loadShell),
    children: [{ errorElement: <UnexpectedError />, children: [...ownScreens.map(screen), ...guardedSections] }],
  },
  screen({ path: paths.logout, load: () => import('#features/auth/logout.tsx') }),
];

/** Begins to fetch the shell and the screen of an address at once, which else would come one after the other. */
export function preload(pathname: string): void {
  const found = [...ownScreens, ...sections.flatMap(({ screens }) => screens)].find(({ path }) =>
    matchPath(path, pathname),
  );
  // A failure is told when the screen is rendered.
  if (found) void Promise.allSettled([loadShell(), found.load()]);
}

/** Makes the router: every address of the console. */
export function createRouter() {
  return createBrowserRouter([
    {
      element: <RootLayout />,
      errorElement: <UnexpectedError />,
      children: [
        { path: paths.login, element: <Login /> },
        screen({ path: paths.reset, load: () => import('#features/auth/reset.tsx') }),
        screen({ path: paths.activate, load: () => import('#features/auth/activate.tsx') }),
        { element: <RequireSession />, children: behindTheGate },
        { path: '*', element: <NotFound /> },
      ],
    },
  ]);
}
