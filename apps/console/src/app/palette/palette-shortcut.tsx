import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { onPaletteRequest } from '#ui/dialog/palette-request.ts';

const load = () => import('./palette.tsx');
const Palette = lazy(load);

/** Opens the palette by Ctrl or ⌘ and K, unless another dialog is open. Its code is fetched once the screen is drawn. */
export function PaletteShortcut() {
  const [opened, setOpened] = useState(false);
  const [everOpened, setEverOpened] = useState(false);
  if (opened && !everOpened) setEverOpened(true);
  // The palette itself may still be fading away.
  const toggle = (): void =>
    setOpened((open) => !open && !document.querySelector('[role="dialog"]:not([data-palette])'));
  // What is typed right after the keys would be lost while the code is on its way.
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), 1_000);
    return () => clearTimeout(timer);
  }, []);
  useHotkeys([['mod+K', toggle]], [], true);
  useEffect(() => onPaletteRequest(() => setOpened(true)), []);
  if (!everOpened) return null;
  return (
    <Suspense>
      <Palette opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
