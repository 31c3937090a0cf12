import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createPath } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { ConfigContext, loadConfig } from '#api/config.ts';
import { session } from '#api/session.ts';
import { useSession } from '#api/use-session.ts';
import { StartFailed } from '#app/message-pages.tsx';
import { createRouter } from '#app/router.tsx';
import { direction } from '#locale/locale.ts';
import { onCodeMissing } from '#ui/feedback/fetch-code.ts';
import { lazyPart } from '#ui/layout/lazy-part.tsx';
import { ProductTitle } from '#ui/layout/page.tsx';
import { cssVariables, theme } from '#ui/theme/theme.ts';
import '#app/styles.ts';

/** The preference: raw `light` or `dark` in local storage; read before the first paint by color-scheme.js. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'colorScheme' });

/** The theme, without which nothing can be shown: also an error before the configuration is there. */
function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} colorSchemeManager={colorSchemeManager}>
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}

const ToastLayer = lazyPart(() => import('#ui/feedback/toast-layer.tsx'));

/** Where toasts appear. Nobody gets one before they have signed in, but one may outlast the session that caused it. */
function Toasts() {
  const { authInfo } = useSession();
  const [failures, setFailures] = useState(0);
  // What could not be shown meanwhile waits for it.
  const retryLater = (): void => void setTimeout(() => setFailures(failures + 1), 5000);
  return <ToastLayer key={failures} wanted={authInfo !== null} onFailed={retryLater} />;
}

const element = document.getElementById('root');
if (!element) throw new Error('The page has no element with the id "root".');
const root = createRoot(element);
type Router = Awaited<ReturnType<typeof createRouter>>;
let router: Router | null = null;
let restored: Promise<Router> | null = null;

/** The router, which knows by the stored session what may be shown. After a failure it is tried again. */
function restoredRouter(): Promise<Router> {
  restored ??= session
    .restore()
    .then(createRouter)
    .catch((error: unknown) => {
      restored = null;
      throw error;
    });
  return restored;
}

async function start(): Promise<void> {
  try {
    const [config, ready] = await Promise.all([loadConfig(), restoredRouter()]);
    router = ready;
    root.render(
      <StrictMode>
        <ThemeProvider>
          <ConfigContext value={config}>
            <ProductTitle value={config['product-title']}>
              {/* What a screen shows is there when it opens: rendered in slices, it would be painted some frames later. */}
              <RouterProvider router={ready} useTransitions={false} />
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

/** After an update of the server an open console may ask for files that are gone: a fresh page knows the new ones. */
async function loadFreshPage(): Promise<void> {
  // What a screen that stays asks for is not worth what was typed there.
  if (router && !router.state.navigation.location) return;
  const entry = 'reloadedAt';
  if (Date.now() - Number(sessionStorage.getItem(entry)) < 60_000) return;
  // Without the server there is no fresh page.
  const reached = await fetch('/', { method: 'HEAD', signal: AbortSignal.timeout(5000) }).catch(() => null);
  if (!reached?.ok) return;
  sessionStorage.setItem(entry, String(Date.now()));
  // The address changes only once the screen has come.
  const { location } = router?.state.navigation ?? {};
  if (location) window.location.assign(createPath(location));
  else window.location.reload();
  // Until the page ends nothing failed.
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
