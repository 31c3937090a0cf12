import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createPath } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { loadConfig } from '#api/config.ts';
import { session } from '#api/session.ts';
import { StartFailed } from '#app/message-pages.tsx';
import { Providers, ThemeProvider } from '#app/providers.tsx';
import { createRouter } from '#app/router.tsx';
import '#app/styles.ts';

const element = document.getElementById('root');
if (!element) throw new Error('The page has no element with the id "root".');
const root = createRoot(element);
let router: Awaited<ReturnType<typeof createRouter>> | null = null;
const routerReady = session.restore().then(async () => {
  router = await createRouter();
  return router;
});

async function start(): Promise<void> {
  try {
    const [config, router] = await Promise.all([loadConfig(), routerReady]);
    root.render(
      <StrictMode>
        <ThemeProvider>
          <Providers config={config}>
            {/* What a screen shows is there when it opens: rendered in slices, it would be painted some frames later. */}
            <RouterProvider router={router} useTransitions={false} />
          </Providers>
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

// After an update of the server an open console may ask for files that are gone: a fresh page knows the new ones.
window.addEventListener('vite:preloadError', async () => {
  // What a screen that stays asks for, or fetches ahead, is not worth what was typed there.
  if (router && !router.state.navigation.location) return;
  const entry = 'reloadedAt';
  if (Date.now() - Number(sessionStorage.getItem(entry)) < 60_000) return;
  // Without the server there is no fresh page.
  const reached = await fetch('/', { method: 'HEAD' }).catch(() => null);
  if (!reached?.ok) return;
  sessionStorage.setItem(entry, String(Date.now()));
  void routerReady.then(({ state: { navigation } }) => {
    // The address changes only once the screen has come.
    if (navigation.location) window.location.assign(createPath(navigation.location));
    else window.location.reload();
  });
});

void start();
