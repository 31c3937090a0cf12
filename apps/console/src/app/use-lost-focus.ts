import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

/** In ms: leaves time for an element that takes the focus by itself. */
const delay = 50;
/** In ms: a closed dialog returns the focus within this time, even on a busy device. */
const afterDialog = 500;
const modal = '[aria-modal="true"]';

/**
 * Moves the focus to the screen when the focused element is removed, hidden or disabled. Otherwise nothing would have
 * the focus, and Tab would start at the top of the page. A click on empty space still clears the focus.
 */
export function useLostFocus(): void {
  const last = useRef<Element>(null);
  const inDialog = useRef(false);
  const timer = useRef<number>(undefined);
  const focusLater = (wait: number): void => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(focusScreen, wait);
  };
  const focusScreen = (): void => {
    if (document.activeElement !== document.body) return;
    const dialog = document.querySelector(modal) !== null;
    if (dialog || inDialog.current) {
      // Waits while a dialog is open, and until it has returned the focus.
      inDialog.current = dialog;
      focusLater(afterDialog);
      return;
    }
    const lost = last.current && (!last.current.checkVisibility() || last.current.matches(':disabled, [inert] *'));
    if (lost) document.querySelector('main')?.focus({ preventScroll: true });
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useWindowEvent('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    last.current = target;
    inDialog.current = target.closest(modal) !== null;
  });
  useWindowEvent('focusout', () => focusLater(delay));
  // Firefox fires no event when the focused element is removed.
  useWindowEvent('keydown', focusScreen, { capture: true });
}
