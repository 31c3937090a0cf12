import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useEffect, useRef } from 'react';

/** In ms: what takes the focus of its own accord comes first. */
const delay = 50;
/** In ms: a dialog gives the focus back some ms after it has closed, also on a busy device. */
const afterDialog = 500;
const modal = '[aria-modal="true"]';

/**
 * Gives the screen the focus of what is removed, hidden or disabled while it has it. It would be nowhere, and Tab would
 * begin at the top of the page. A press beside everything leaves it nowhere, as the person wants it.
 */
export function useLostFocus(screen: RefObject<HTMLElement | null>): void {
  const last = useRef<Element>(null);
  const inDialog = useRef(false);
  const timer = useRef<number>(undefined);
  const findLater = (wait: number): void => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(find, wait);
  };
  const find = (): void => {
    if (document.activeElement !== document.body) return;
    const dialog = document.querySelector(modal) !== null;
    if (dialog || inDialog.current) {
      // The dialog comes first, while it is there and when it has gone.
      inDialog.current = dialog;
      findLater(afterDialog);
      return;
    }
    const lost = last.current && (!last.current.checkVisibility() || last.current.matches(':disabled, [inert] *'));
    if (lost) screen.current?.focus({ preventScroll: true });
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useWindowEvent('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    last.current = target;
    inDialog.current = target.closest(modal) !== null;
  });
  useWindowEvent('focusout', () => findLater(delay));
  // Firefox does not tell when what has the focus is removed.
  useWindowEvent('keydown', find, { capture: true });
}
