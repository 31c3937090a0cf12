import {
  type DrawerProps,
  getDefaultZIndex,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
} from '@mantine/core';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import styles from './modal.module.css';

/** The head of a dialog is a `header` element, which would count as a second banner of the page. */
const header = { role: 'presentation' };

/** The dialogs that are open, the uppermost last. */
const open: string[] = [];

/**
 * A dialog: while it is open, what lies behind it (`data-behind`) is out of reach and is not read aloud. Escape is for the
 * uppermost alone. A `sheet` fills the screen of a phone. `onClosed` may give the focus to something behind it, instead of
 * what had it before.
 */
export function Modal(asked: ModalProps & { sheet?: boolean; onClosed?: (() => void) | undefined }) {
  const { sheet = false, onClosed, ...props } = asked;
  const opening = useOpening(props, onClosed);
  if (!opening) return null;
  const attributes = { ...props.attributes, ...attributesOf(opening.opened, props.attributes?.content) };
  return <MantineModal {...props} {...opening} attributes={attributes} {...(sheet && { className: styles.sheet })} />;
}

/** A drawer, which is a dialog too. */
export function Drawer(props: DrawerProps) {
  const opening = useOpening(props);
  return opening && <MantineDrawer {...props} {...opening} attributes={attributesOf(opening.opened)} />;
}

/** While it moves out it does nothing any more, and its overlay still keeps presses from what lies behind. */
function attributesOf(opened: boolean, content?: object) {
  return { header, content: { ...content, inert: !opened } };
}

/** A dialog is rendered from its first opening on: closed at first, so that it moves in. It lies above those that are open. */
function useOpening(asked: Pick<ModalProps, 'opened' | 'onClose' | 'closeOnEscape'>, onClosed?: () => void) {
  const [level, setLevel] = useState<number | null>(null);
  useEffect(() => {
    if (asked.opened) setLevel(open.length);
  }, [asked.opened]);
  const opened = asked.opened && level !== null;
  useOpenDialog(opened, () => asked.closeOnEscape !== false && asked.onClose(), onClosed);
  if (!asked.opened && level === null) return null;
  return { opened, zIndex: Number(getDefaultZIndex('modal')) + (level ?? 0), closeOnEscape: false };
}

function useOpenDialog(opened: boolean, onEscape: () => void, onClosed?: () => void): void {
  const id = useId();
  const escaped = useEffectEvent(onEscape);
  const closed = useEffectEvent(() => onClosed?.());
  useEffect(() => {
    if (!opened) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== id) return;
      // An open list or menu of the dialog closes first.
      if (event.target instanceof Element && event.target.closest('[data-mantine-stop-propagation="true"]')) return;
      escaped();
    };
    open.push(id);
    // The browser calls listeners in the order in which they were added, and none that a press adds: it closes one dialog.
    window.addEventListener('keydown', onKeyDown, true);
    // Where the focus goes back to is known by now.
    if (document.activeElement instanceof HTMLElement && document.activeElement.closest('[data-behind]')) {
      document.activeElement.blur();
    }
    hideBehind(true);
    return () => {
      open.splice(open.indexOf(id), 1);
      window.removeEventListener('keydown', onKeyDown, true);
      hideBehind(open.length > 0);
      ignoreRestOfDoubleClick();
    };
  }, [id, opened]);
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

/** The value, or the last one where there is none any more: what a dialog shows while it fades away. */
export function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
