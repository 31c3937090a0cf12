import { type DrawerProps, Drawer as MantineDrawer, Modal as MantineModal, type ModalProps } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import styles from './modal.module.css';

/** The head of a dialog is a `header` element, which would count as a second banner of the page. */
const header = { role: 'presentation' };

/** How many dialogs are open, one upon the other. */
let open = 0;

/**
 * A dialog: while it is open, what lies behind it (`data-behind`) is out of reach and is not read aloud. A `sheet` fills
 * the screen of a phone. `onClosed` may give the focus to something behind it, instead of what had it before.
 */
export function Modal({
  sheet = false,
  onClosed,
  ...props
}: ModalProps & { sheet?: boolean; onClosed?: (() => void) | undefined }) {
  const { opened, rendered } = useOpening(props.opened, onClosed);
  if (!rendered) return null;
  const attributes = { ...props.attributes, ...attributesOf(opened, props.attributes?.content) };
  return (
    <MantineModal {...props} opened={opened} attributes={attributes} {...(sheet && { className: styles.sheet })} />
  );
}

/** A drawer, which is a dialog too. */
export function Drawer(props: DrawerProps) {
  const { opened, rendered } = useOpening(props.opened);
  if (!rendered) return null;
  return <MantineDrawer {...props} opened={opened} attributes={attributesOf(opened)} />;
}

/** While it moves out it does nothing any more, and its overlay still keeps presses from what lies behind. */
function attributesOf(opened: boolean, content?: object) {
  return { header, content: { ...content, inert: !opened } };
}

/** A dialog is rendered from its first opening on: closed at first, so that it moves in. */
function useOpening(asked: boolean, onClosed?: () => void): { opened: boolean; rendered: boolean } {
  const [rendered, setRendered] = useState(false);
  useEffect(() => setRendered((was) => was || asked), [asked]);
  const opened = asked && rendered;
  useHiddenBackground(opened, onClosed);
  return { opened, rendered: asked || rendered };
}

function useHiddenBackground(opened: boolean, onClosed?: () => void): void {
  const closed = useEffectEvent(() => onClosed?.());
  useEffect(() => {
    if (!opened) return;
    open += 1;
    // Where the focus goes back to is known by now.
    if (document.activeElement instanceof HTMLElement && document.activeElement.closest('[data-behind]')) {
      document.activeElement.blur();
    }
    hideBehind(true);
    return () => {
      open -= 1;
      hideBehind(open > 0);
      ignoreRestOfDoubleClick();
    };
  }, [opened]);
  useEffect(() => {
    if (!opened) closed();
  }, [opened]);
}

/**
 * Where a dialog closes at once, the second click of a double click in it would fall on what lay behind. Fingers are
 * left out: two quick taps on neighbouring things count as one double tap.
 */
function ignoreRestOfDoubleClick(): void {
  const ignore = (event: PointerEvent): void => {
    if (event.detail > 1 && event.pointerType !== 'touch') {
      event.preventDefault();
      event.stopPropagation();
    } else {
      document.removeEventListener('click', ignore, true);
    }
  };
  document.addEventListener('click', ignore, true);
}

function hideBehind(hidden: boolean): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-behind]')) {
    element.inert = hidden;
    if (hidden) element.setAttribute('aria-hidden', 'true');
    else element.removeAttribute('aria-hidden');
  }
}
