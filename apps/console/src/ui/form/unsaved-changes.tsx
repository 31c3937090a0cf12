import { useWindowEvent } from '@mantine/hooks';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { lazyPart } from '#ui/layout/lazy-part.tsx';
import { createScope, type DirtyScope, DirtyScopeContext } from './dirty-scope.ts';

const LeaveDialog = lazyPart(() => import('#ui/dialog/leave-dialog.tsx'));

/** Whether a navigation unmounts the content of the screen: to another screen, or to another tab of it. */
function leavesScreen(from: { pathname: string; search: string }, to: { pathname: string; search: string }): boolean {
  const tab = (search: string): string | null => new URLSearchParams(search).get('tab');
  return from.pathname !== to.pathname || tab(from.search) !== tab(to.search);
}

/** Makes the browser ask before its window closes or reloads, if that would lose something. */
export function useWindowGuard(losesSomething: () => boolean): void {
  useWindowEvent('beforeunload', (event) => {
    if (losesSomething()) event.preventDefault();
  });
}

/** Asks whether changes may be lost, and then runs the function that loses them; null withdraws the question. */
const AskContext = createContext<(leave: (() => void) | null) => void>(() => undefined);

interface UnsavedChangesGuardProps {
  /** Called if the question cannot be asked; the user then stays. */
  onFailed?: (error: unknown) => void;
  children: ReactNode;
}

/**
 * The guard of all screens: asks before a navigation, or closing the window or a dialog, loses changes. Back does not
 * leave a screen while a form or a confirmed question is being sent.
 */
export function UnsavedChangesGuard({ onFailed, children }: UnsavedChangesGuardProps) {
  const [scope] = useState(createScope);
  const [asked, ask] = useState<(() => void) | null>(null);
  /** Whether the blocked navigation is a Back during a save, which is ignored like Escape in a dialog. */
  const [ignored, setIgnored] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (!leavesScreen(currentLocation, nextLocation)) return false;
    const early = historyAction === 'POP' && scope.isBusy();
    setIgnored(early);
    return early || scope.isDirty();
  });
  useEffect(() => {
    if (ignored && blocker.state === 'blocked') blocker.reset();
  }, [ignored, blocker]);
  useWindowGuard(scope.isDirty);
  const wanted = asked !== null || (blocker.state === 'blocked' && !ignored);
  const stay = (): void => {
    ask(null);
    blocker.reset?.();
  };
  // Leaving the screen also leaves the dialog that is open on it.
  const leave = (): void => {
    ask(null);
    if (blocker.state === 'blocked') blocker.proceed();
    else asked?.();
  };
  const fail = (error: unknown): void => {
    stay();
    onFailed?.(error);
  };
  return (
    <DirtyScopeContext value={scope}>
      <AskContext value={(next) => ask(() => next)}>{children}</AskContext>
      {/* Its code is fetched on first use. */}
      <LeaveDialog wanted={wanted} opened={wanted} onStay={stay} onLeave={leave} onFailed={fail} />
    </DirtyScopeContext>
  );
}

/**
 * Returns a function that runs an action that unmounts forms: at once if nothing would be lost, else after the
 * question; never while a form is being saved.
 */
export function useGuard(scope: DirtyScope): (leave: () => void) => void {
  const ask = use(AskContext);
  // An unmounted component withdraws its question.
  useEffect(() => () => ask(null), [ask]);
  return (leave) => {
    if (scope.isBusy()) return;
    if (scope.isDirty()) ask(leave);
    else leave();
  };
}
