import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createPath } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { direction } from '#i18n/locale/locale.ts';
import { ConfigContext, loadConfig } from '#session/config.ts';
import { session } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { ProductTitle } from '#ui/layout/page.tsx';
import { onCodeMissing } from '#ui/loading/fetch-code.ts';
import { lazyPart } from '#ui/loading/lazy-part.tsx';
import { theme } from '#ui/theme/theme.ts';
import { fetchOnce } from './fetch-once.ts';
import { StartFailed } from './message-pages.tsx';
import { createRouter } from './router.tsx';
import { useLostFocus } from './use-lost-focus.ts';
import './styles.ts';
import { tabStorage } from '#ui/browser-storage.ts';

/** Stores the preference as raw `light` or `dark` in local storage; color-scheme.js reads it before first paint. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'colorScheme' });

/** The theme, which everything needs, including an error before the configuration is loaded. */
function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={theme} colorSchemeManager={colorSchemeManager}>
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}

const ToastLayer = lazyPart(() => import('#ui/feedback/toast-layer.tsx'));

/** Renders toasts. There are none before the first sign-in, but a toast may outlast the session that caused it. */
function Toasts() {
  const { authInfo } = useSession();
  const [failures, setFailures] = useState(0);
  // Toasts wait until the layer is loaded.
  const retryLater = (): void => void setTimeout(() => setFailures(failures + 1), 5000);
  return <ToastLayer key={failures} wanted={authInfo !== null} onFailed={retryLater} />;
}

/** The router's pages, on which the focus is never lost. */
function Pages({ router }: { router: Awaited<ReturnType<typeof createRouter>> }) {
  useLostFocus();
  // Without transitions: rendering in slices would paint a screen some frames after it opens.
  return <RouterProvider router={router} useTransitions={false} />;
}

const element = document.getElementById('root');
if (!element) throw new Error('The page has no element with the id "root".');
const root = createRoot(element);
let router: Awaited<ReturnType<typeof createRouter>> | null = null;

/** Restores the stored session, which decides what may be shown, and creates the router. Retries after a failure. */
const restoredRouter = fetchOnce(() => session.restore().then(createRouter));

async function start(): Promise<void> {
  try {
    const [config, ready] = await Promise.all([loadConfig(), restoredRouter()]);
    router = ready;
    root.render(
      <StrictMode>
        <ThemeProvider>
          <ConfigContext value={config}>
            <ProductTitle value={config['product-title']}>
              <Pages router={ready} />
              <Toasts />
            </ProductTitle>
          </ConfigContext>
        </ThemeProvider>
      </StrictMode>,
    );
  } catch (error) {
    root.render(
      <ThemeProvider>
        <StartFailed error={error} onRetry={() => void start()} />
      </ThemeProvider>,
    );
  }
}

/** Loads a fresh page: after a server update, an open console may request files that no longer exist. */
async function loadFreshPage(): Promise<void> {
  // A screen that stays may have typed data, which is worth more than the missing part.
  if (router && !router.state.navigation.location) return;
  const entry = 'reloadedAt';
  if (Date.now() - Number(tabStorage.getItem(entry)) < 60_000) return;
  // Without the server there is no fresh page to load.
  const reached = await fetch('/', { method: 'HEAD', signal: AbortSignal.timeout(5000) }).catch(() => null);
  if (!reached?.ok) return;
  tabStorage.setItem(entry, String(Date.now()));
  // The window's address changes only after the screen is loaded.
  const { location } = router?.state.navigation ?? {};
  if (location) window.location.assign(createPath(location));
  else window.location.reload();
  // Stays pending until the page unloads, so that no failure is reported.
  await new Promise(() => undefined);
}

let freshPage: Promise<void> | null = null;
onCodeMissing(() => {
  freshPage ??= loadFreshPage().finally(() => {
    freshPage = null;
  });
  return freshPage;
});

void start();
