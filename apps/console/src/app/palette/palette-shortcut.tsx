import { useDidUpdate, useHotkeys, useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { paletteRequest } from '#ui/dialog/palette-request.ts';
import { toastFailure } from '#ui/feedback/toast.tsx';
import { lazyPart } from '#ui/loading/lazy-part.tsx';
import type { PaletteText } from './palette-items.ts';

const Palette = lazyPart(() => import('./palette.tsx'));

const nothing: PaletteText = { typed: '', entered: false };

/** Opens the palette with Ctrl+K or ⌘K, unless another dialog is open. Its code is prefetched when idle. */
export function PaletteShortcut() {
  const [opened, setOpened] = useState(false);
  const [text, setText] = useState(nothing);
  const open = (): void => {
    setText(nothing);
    setOpened(true);
  };
  const toggle = (): void => {
    if (opened) setOpened(false);
    // The palette itself may still be fading out.
    else if (!document.querySelector('[role="dialog"]:not([data-palette])')) open();
  };
  useHotkeys([['mod+K', toggle]], [], true);
  useWindowEvent(paletteRequest, open);
  // Keys typed before the palette's field has the focus would be lost, or go to a field behind it.
  const collect = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    if (!opened || ctrlKey || metaKey || altKey || isComposing) return;
    if (document.activeElement?.closest('[data-palette]')) return;
    if (key === 'Escape') setOpened(false);
    else if (key === 'Enter') setText(({ typed }) => ({ typed, entered: true }));
    else if (key === 'Backspace') setText(({ typed }) => ({ typed: typed.slice(0, -1), entered: false }));
    else if (key.length === 1) setText(({ typed }) => ({ typed: typed + key, entered: false }));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  useWindowEvent('keydown', collect, { capture: true });
  const close = (): void => setOpened(false);
  const { key } = useLocation();
  const type = useNavigationType();
  // Back and Forward leave the screen on which it was opened.
  useDidUpdate(() => {
    if (type === 'POP') setOpened(false);
  }, [key]);
  const fail = (error: unknown): void => {
    close();
    toastFailure(error);
  };
  return <Palette wanted={opened} opened={opened} onClose={close} text={text} onText={setText} onFailed={fail} />;
}
