import { lazy, Suspense, useEffect, useState } from 'react';
import { onPaletteRequest } from '#ui/palette-request.ts';

const Palette = lazy(() => import('./palette.tsx'));

/** Opens the palette by Ctrl or ⌘ and K, unless another dialog is open. Its code is fetched when it is first opened. */
export function PaletteShortcut() {
  const [opened, setOpened] = useState(false);
  const [everOpened, setEverOpened] = useState(false);
  if (opened && !everOpened) setEverOpened(true);

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || shiftKey || altKey) return;
      event.preventDefault();
      // The palette itself may still be fading away.
      setOpened((open) => !open && !document.querySelector('[role="dialog"]:not(.kh-palette *)'));
    };
    document.addEventListener('keydown', press);
    const forget = onPaletteRequest(() => setOpened(true));
    return () => {
      document.removeEventListener('keydown', press);
      forget();
    };
  }, []);

  if (!everOpened) return null;
  return (
    <Suspense>
      <Palette opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
