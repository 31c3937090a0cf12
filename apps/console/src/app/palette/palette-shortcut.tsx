import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { onPaletteRequest } from '#ui/dialog/palette-request.ts';

const Palette = lazy(() => import('./palette.tsx'));

/** Opens the palette by Ctrl or ⌘ and K, unless another dialog is open. Its code is fetched when it is first opened. */
export function PaletteShortcut() {
  const [opened, setOpened] = useState(false);
  const [everOpened, setEverOpened] = useState(false);
  if (opened && !everOpened) setEverOpened(true);
  // The palette itself may still be fading away.
  const toggle = (): void =>
    setOpened((open) => !open && !document.querySelector('[role="dialog"]:not(.kh-palette *)'));
  useHotkeys([['mod+K', toggle]], [], true);
  useEffect(() => onPaletteRequest(() => setOpened(true)), []);
  if (!everOpened) return null;
  return (
    <Suspense>
      <Palette opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
