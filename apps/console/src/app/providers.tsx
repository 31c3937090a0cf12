import type { ConsoleConfig } from '@keyhold/contract';
import { DirectionProvider, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfigContext } from '#api/config.ts';
import { useSession } from '#api/use-session.ts';
import { direction } from '#locale/locale.ts';
import { lazyPart } from '#ui/layout/lazy-part.tsx';
import { ProductTitle } from '#ui/layout/page.tsx';
import { cssVariables, theme } from '#ui/theme/theme.ts';

/** The preference: raw `light` or `dark` in local storage; read before the first paint by color-scheme.js. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'colorScheme' });

/** The theme, without which nothing can be shown: also an error before the configuration is there. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} colorSchemeManager={colorSchemeManager}>
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}

/** What every screen finds around it: the configuration and toasts. */
export function Providers({ config, children }: { config: ConsoleConfig; children: ReactNode }) {
  return (
    <ConfigContext value={config}>
      <ProductTitle value={config['product-title']}>
        {children}
        <Toasts />
      </ProductTitle>
    </ConfigContext>
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
