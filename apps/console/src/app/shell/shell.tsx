import { Box, Loader } from '@mantine/core';
import { useDidUpdate, useMediaQuery } from '@mantine/hooks';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createPath, Outlet, parsePath, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { inAccount } from '#app/account-address.ts';
import { PaletteShortcut } from '#app/palette/palette-shortcut.tsx';
import { screens } from '#app/screens.ts';
import { SignInAgainLayer } from '#features/auth/sign-in-again-layer.tsx';
import { prepareFormats } from '#i18n/locale/formats.ts';
import { listText, shellText } from '#i18n/text/every-page.ts';
import { CompleteAddress } from '#lists/columns/row-link.tsx';
import { ProofLayer } from '#parts/identity/proof/proof-layer.tsx';
import { hasAccess, useScreen } from '#screens/screen.ts';
import { queryClient } from '#server/cache/query-client.ts';
import type { AuthInfo } from '#session/auth-info.ts';
import { effectiveBackend } from '#session/backend.ts';
import { useConfig } from '#session/config.ts';
import { accountInAddress, useSelectedAccount } from '#session/selected-account.ts';
import { useAuthInfo } from '#session/use-session.ts';
import { Drawer } from '#ui/dialog/modal.tsx';
import { OneTimeDialogProvider } from '#ui/dialog/one-time-dialog.tsx';
import { UnsavedChangesGuard } from '#ui/dialog/unsaved-changes.tsx';
import { TipLayer } from '#ui/feedback/tip-layer.tsx';
import styles from './shell.module.css';
import { SideFailureNotice } from './side-failure-notice.tsx';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { useAccountGone } from './use-account-gone.ts';
import { useLiveChanges } from './use-live-changes.ts';
import './styles.ts';

/** The frame around every screen behind the sign-in: top bar, side menu, content. */
export default function Shell() {
  const auth = useAuthInfo();
  const { 'product-title': title } = useConfig();
  const [menuOpened, setMenuOpened] = useState(false);
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // In a narrow window the menu is only in the drawer.
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
  useLiveChanges();
  const timesGone = useAccountGone();
  const editsAccount = useScreen()?.editsAccount ?? false;
  const { accountId, isAuthUserAccount } = useSelectedAccount();
  const completeAddress = (to: string): string =>
    createPath(inAccount({ accountId, isAuthUserAccount }, parsePath(to), ''));

  // Moves the focus, so that screen readers and the keyboard start at the beginning of a new screen.
  useDidUpdate(() => {
    setMenuOpened(false);
    // A dialog or a header field that the user focused meanwhile keeps the focus.
    if (document.activeElement?.closest('[aria-modal="true"], header input')) return;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);

  useEffect(() => loadMenuWhenIdle(auth), [auth]);
  useEffect(() => {
    if (auth.rootAdmin || auth.sysAdmin || auth.accountAdmin) console.log(`Backend: ${effectiveBackend()}`);
  }, [auth]);

  return (
    <QueryClientProvider client={queryClient}>
      <UnsavedChangesGuard parameters={editsAccount ? ['tab', accountInAddress] : ['tab']}>
        <div className={styles.shell}>
          <button type="button" className={styles.skip} data-behind onClick={() => content.current?.focus()}>
            {shellText.skip}
          </button>
          <TopBar onOpenMenu={() => setMenuOpened(true)} menuOpened={menuOpened} />
          {auth.admin && !narrow && (
            <nav className={styles.aside} data-behind aria-label={shellText.mainMenu}>
              <SideMenu />
            </nav>
          )}
          <Drawer
            opened={menuOpened}
            onClose={() => setMenuOpened(false)}
            size={280}
            title={title}
            closeButtonProps={{ 'aria-label': shellText.closeMenu }}
          >
            <nav aria-label={shellText.mainMenu}>
              <SideMenu />
            </nav>
          </Drawer>
          <main className={styles.content} id="content" ref={content} tabIndex={-1}>
            <Pending />
            <OneTimeDialogProvider>
              <div data-behind key={timesGone}>
                <SideFailureNotice />
                <CompleteAddress value={completeAddress}>
                  <Outlet />
                </CompleteAddress>
              </div>
            </OneTimeDialogProvider>
            <TipLayer />
            <PaletteShortcut />
            <ProofLayer />
            <SignInAgainLayer />
          </main>
        </div>
        <ScrollRestoration />
      </UnsavedChangesGuard>
    </QueryClientProvider>
  );
}

/** Indicates that the next screen is loading. A separate component, so that the frame is not re-rendered. */
function Pending() {
  if (useNavigation().state !== 'loading') return null;
  return (
    <Box pos="fixed" top="50%" left="50%" style={{ zIndex: 90 }} role="status" aria-label={listText.loading}>
      <Loader />
    </Box>
  );
}

/**
 * Prefetches the code of the palette and of the screens in the user's menu once the browser is idle, and creates the
 * formats of their rows, so that they open at once. The code of the leave dialog is prefetched because it may no longer
 * be available when the dialog is needed.
 */
function loadMenuWhenIdle(auth: AuthInfo): () => void {
  const offered = screens.filter(({ section, icon }) => icon && hasAccess(auth, section));
  const load = async (): Promise<void> => {
    prepareFormats();
    const codes = [
      () => import('#app/palette/palette.tsx'),
      () => import('#ui/dialog/leave-dialog.tsx'),
      () => import('#features/auth/sign-in-again.tsx'),
    ];
    // In sequence, so that a screen requested meanwhile does not wait for all of them.
    // A failure is reported when the screen is opened.
    for (const code of [...codes, ...offered.map((screen) => screen.code)]) await code().catch(() => undefined);
  };
  // Safari has no `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(load, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(load);
  return () => cancelIdleCallback(request);
}
