import {
  type DrawerProps,
  getDefaultZIndex,
  Drawer as MantineDrawer,
  Modal as MantineModal,
  type ModalProps,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import styles from './modal.module.css';

/** The head of a dialog is a `header` element, which would otherwise count as a second banner of the page. */
const header = { role: 'presentation' };

/** The open dialogs, the topmost last. */
const open: string[] = [];

/**
 * A dialog: while it is open, the content behind it (`data-behind`) is inert and not read aloud. Escape closes only the
 * topmost dialog. A `sheet` fills the screen of a phone. `onClosed` may focus an element behind it, instead of the one
 * that had the focus before.
 */
export function Modal(options: ModalProps & { sheet?: boolean; onClosed?: (() => void) | undefined }) {
  const { sheet = false, onClosed, ...props } = options;
  const opening = useOpening(props, onClosed);
  const phone = useMediaQuery('(max-width: 480px)', undefined, { getInitialValueInEffect: false });
  if (!opening) return null;
  const look = sheet && phone && { fullScreen: true, className: styles.sheet };
  const attributes = { ...props.attributes, ...attributesOf(opening.opened, props.attributes?.content) };
  return <MantineModal {...props} {...opening} {...look} attributes={attributes} />;
}

/** A drawer, which is a dialog too. */
export function Drawer(props: DrawerProps) {
  const opening = useOpening(props);
  return opening && <MantineDrawer {...props} {...opening} attributes={attributesOf(opening.opened)} />;
}

/** While it moves out, the dialog is inert, and its overlay still blocks clicks on the content behind. */
function attributesOf(opened: boolean, content?: object) {
  return { header, content: { ...content, inert: !opened } };
}

/** Renders a dialog from its first opening on: closed at first, so that it moves in, above the open dialogs. */
function useOpening(dialog: Pick<ModalProps, 'opened' | 'onClose' | 'closeOnEscape'>, onClosed?: () => void) {
  const [mounted, setMounted] = useState(false);
  const [level, setLevel] = useState<number | null>(null);
  useEffect(() => {
    if (dialog.opened) setMounted(true);
  }, [dialog.opened]);
  // The portal of the dialog renders its contents in the commit after its own: only then are they there, closed.
  useEffect(() => {
    if (dialog.opened && mounted) setLevel(open.length);
  }, [dialog.opened, mounted]);
  const opened = dialog.opened && level !== null;
  useOpenDialog(opened, () => dialog.closeOnEscape !== false && dialog.onClose(), onClosed);
  if (!dialog.opened && level === null) return null;
  return { opened, zIndex: getDefaultZIndex('modal') + (level ?? 0), closeOnEscape: false };
}

function useOpenDialog(opened: boolean, onEscape: () => void, onClosed?: () => void): void {
  const id = useId();
  const escaped = useEffectEvent(onEscape);
  const closed = useEffectEvent(() => onClosed?.());
  useEffect(() => {
    if (!opened) return closed();
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || open.at(-1) !== id) return;
      // An open list or menu of the dialog closes first.
      if (event.target instanceof Element && event.target.closest('[data-mantine-stop-propagation="true"]')) return;
      escaped();
    };
    open.push(id);
    // Listeners run in the order they were added, and none added during the event: one press closes one dialog.
    window.addEventListener('keydown', onKeyDown, true);
    // The dialog has recorded by now where the focus returns to.
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
}

/**
 * Ignores the second click of a double click that closes a dialog at once: it would hit the content behind. Touch is
 * excluded, because two quick taps on neighbouring elements count as one double tap.
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

/** The value, or the last one that was not null: the content of a dialog while it fades out. */
export function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
