import { createContext, type ReactNode, use, useState } from 'react';
import { Modal, useLast } from './modal.tsx';
import { useWindowGuard } from './unsaved-changes.tsx';

/** Something that is shown once, such as a new secret. */
interface Shown {
  title: string;
  size: 'md' | 'lg';
  content: (close: () => void) => ReactNode;
}

const Show = createContext<(content: Shown) => void>(() => undefined);

/** Returns the function that shows something once, on whichever screen the user is then. */
export function useOneTimeDialog(): (content: Shown) => void {
  return use(Show);
}

/**
 * Provides the dialog for content that is shown once, outside the screens and for one user. Only a button of the
 * content closes it, so that nothing is lost by accident.
 */
export function OneTimeDialogProvider({ children }: { children: ReactNode }) {
  const [waiting, setWaiting] = useState<readonly Shown[]>([]);
  const [first = null] = waiting;
  const last = useLast(first);
  const close = (): void => setWaiting(([, ...others]) => others);
  useWindowGuard(() => first !== null);
  return (
    <Show value={(next) => setWaiting((all) => [...all, next])}>
      {children}
      <Modal
        opened={first !== null}
        onClose={close}
        title={last?.title}
        size={last?.size ?? 'lg'}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
      >
        {last?.content(close)}
      </Modal>
    </Show>
  );
}
