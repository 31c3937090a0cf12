import { Outlet, ScrollRestoration } from 'react-router';
import { UnsavedChangesGuard } from '#ui/form/unsaved-changes.tsx';

/** Around every screen: the one guard against losing changes, and the scroll position after going back. */
export function RootLayout() {
  return (
    <UnsavedChangesGuard>
      <Outlet />
      <ScrollRestoration />
    </UnsavedChangesGuard>
  );
}
