import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useRef } from 'react';

/** A dialog gives the focus back some ms after it has closed; what takes it comes first. */
const delay = 50;

/**
 * Gives the screen the focus of what is removed, hidden or disabled while it has it. It would be nowhere, and Tab would
 * begin at the top of the page. A press beside everything leaves it nowhere, as the person wants it.
 */
export function useLostFocus(screen: RefObject<HTMLElement | null>): void {
  const last = useRef<Element>(null);
  const find = (): void => {
    // A dialog keeps its focus by itself; one that moves out does not.
    if (document.activeElement !== document.body || document.querySelector('[aria-modal="true"]:not([inert])')) return;
    const lost = last.current && (!last.current.checkVisibility() || last.current.matches(':disabled, [inert] *'));
    if (lost) screen.current?.focus({ preventScroll: true });
  };
  useWindowEvent('focusin', ({ target }) => {
    if (target instanceof Element) last.current = target;
  });
  useWindowEvent('focusout', () => setTimeout(find, delay));
  // Firefox does not tell when what has the focus is removed.
  useWindowEvent('keydown', find, { capture: true });
}
