import { Popover } from '@mantine/core';
import { useTimeout, useWindowEvent } from '@mantine/hooks';
import { useId, useRef, useState } from 'react';
import { cutTexts, isCut } from './cut-text.ts';

interface Tip extends Pick<DOMRect, 'top' | 'left' | 'width' | 'height'> {
  text: string;
}

/** What an element has to say when it is pointed at: its `data-tip`, or the whole of a text that was cut. */
function tipOf(target: EventTarget | null): { anchor: HTMLElement; text: string } | null {
  const anchor = target instanceof Element ? target.closest<HTMLElement>(`[data-tip], ${cutTexts}`) : null;
  if (!anchor) return null;
  const said = anchor.dataset['tip'];
  if (said) return { anchor, text: said };
  return isCut(anchor) && anchor.textContent ? { anchor, text: anchor.textContent } : null;
}

/**
 * One hover card for the whole console. It shows the exact date behind a relative one, and the whole of a text that
 * was cut, on hover and on keyboard focus. One for all, because a list has hundreds of such places.
 */
export function TipLayer() {
  const [tip, setTip] = useState<Tip | null>(null);
  const id = useId();
  const described = useRef<HTMLElement | null>(null);
  const close = (): void => {
    described.current?.removeAttribute('aria-describedby');
    described.current = null;
    setTip(null);
  };
  const closing = useTimeout(close, 150);
  const open = (event: Event): void => {
    if (event.target instanceof Element && event.target.closest('[data-tip-card]')) {
      closing.clear();
      return;
    }
    const found = tipOf(event.target);
    if (!found) {
      if (event.type === 'pointerover' && described.current && document.activeElement !== described.current) {
        closing.clear();
        closing.start();
      }
      return;
    }
    if (event.type === 'focusin' && !found.anchor.matches(':focus-visible')) return;
    closing.clear();
    close();
    const { top, left, width, height } = found.anchor.getBoundingClientRect();
    found.anchor.setAttribute('aria-describedby', id);
    described.current = found.anchor;
    setTip({ text: found.text, top, left, width, height });
  };
  useWindowEvent('pointerover', open);
  useWindowEvent('focusin', open);
  useWindowEvent('focusout', ({ target }) => {
    if (target === described.current) close();
  });
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  useWindowEvent('scroll', close, { capture: true, passive: true });

  if (!tip) return null;
  const { text, ...place } = tip;
  return (
    <Popover
      opened
      position="top"
      withRoles={false}
      withinPortal={false}
      offset={6}
      key={`${place.top}/${place.left}/${text}`}
    >
      <Popover.Target>
        <span style={{ position: 'fixed', pointerEvents: 'none', ...place }} aria-hidden="true" />
      </Popover.Target>
      <Popover.Dropdown
        id={id}
        role="tooltip"
        data-tip-card
        maw="min(480px, calc(100vw - 32px))"
        px={10}
        py={6}
        fz="xs"
        style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
      >
        {text}
      </Popover.Dropdown>
    </Popover>
  );
}
