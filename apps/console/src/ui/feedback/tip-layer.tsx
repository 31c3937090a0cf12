import { Popover } from '@mantine/core';
import { useTimeout, useWindowEvent } from '@mantine/hooks';
import { useEffect, useId, useState } from 'react';
import { cutTexts, isCut } from './cut-text.ts';

interface Tip {
  anchor: HTMLElement;
  /** The position of the anchor. */
  box: DOMRect;
  text: string;
}

/** The tip of an element: its `data-tip`, or the full text if it is truncated. */
function tipOf(target: EventTarget | null): Tip | null {
  const anchor = target instanceof Element ? target.closest<HTMLElement>(`[data-tip], ${cutTexts}`) : null;
  const text = anchor?.dataset['tip'] || (anchor && isCut(anchor) && anchor.textContent);
  return anchor && text ? { anchor, text, box: anchor.getBoundingClientRect() } : null;
}

/**
 * The hover card of the whole console. It shows the exact date behind a relative one, and the full text of a truncated
 * one, on hover and on keyboard focus. There is only one, because a list has hundreds of such places.
 */
export function TipLayer() {
  const [tip, setTip] = useState<Tip | null>(null);
  const id = useId();
  const anchor = tip?.anchor;
  useEffect(() => {
    anchor?.setAttribute('aria-describedby', id);
    return () => anchor?.removeAttribute('aria-describedby');
  }, [anchor, id]);
  const close = (): void => setTip(null);
  const closing = useTimeout(close, 150);
  const open = (event: Event): void => {
    if (event.target instanceof Element && event.target.closest('[data-tip-card]')) {
      closing.clear();
      return;
    }
    const found = tipOf(event.target);
    if (!found) {
      if (event.type === 'pointerover' && anchor && document.activeElement !== anchor) {
        closing.clear();
        closing.start();
      }
      return;
    }
    if (event.type === 'focusin' && !found.anchor.matches(':focus-visible')) return;
    closing.clear();
    setTip(found);
  };
  useWindowEvent('pointerover', open);
  useWindowEvent('focusin', open);
  useWindowEvent('focusout', ({ target }) => {
    if (target === anchor) close();
  });
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') close();
  });
  useWindowEvent('scroll', close, { capture: true, passive: true });

  if (!tip) return null;
  const { text } = tip;
  const { top, left, width, height } = tip.box;
  return (
    <Popover opened position="top" withRoles={false} withinPortal={false} offset={6} key={`${top}/${left}/${text}`}>
      <Popover.Target>
        <span style={{ position: 'fixed', pointerEvents: 'none', top, left, width, height }} aria-hidden="true" />
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
