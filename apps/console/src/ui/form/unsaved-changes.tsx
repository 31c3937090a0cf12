import { useWindowEvent } from '@mantine/hooks';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react';
import { useBlocker } from 'react-router';
import { lazyPart } from '#ui/layout/lazy-part.tsx';

const LeaveDialog = lazyPart(() => import('#ui/dialog/leave-dialog.tsx'));

/** A form, asked at the moment of leaving it. */
interface Edited {
  /** Whether it has changes that are not saved. */
  isDirty: () => boolean;
  /** Whether a save of it is pending. */
  isBusy: () => boolean;
}

/** The forms inside a part of the screen. */
type DirtyScope = ReturnType<typeof createScope>;

function createScope() {
  const forms = new Set<Edited>();
  return {
    add: (form: Edited) => {
      forms.add(form);
      return (): void => void forms.delete(form);
    },
    isDirty: () => [...forms].some((form) => form.isDirty()),
    isBusy: () => [...forms].some((form) => form.isBusy()),
  };
}

/** The forms of the whole screen, and inside of a part that provides a scope of its own ({@link useDirtyScope}) those of the part. */
export const DirtyScopeContext = createContext(createScope());

/** A scope of its own inside a part of the screen, such as a dialog. The scope around it sees its forms too. */
export function useDirtyScope(): DirtyScope {
  const outer = use(DirtyScopeContext);
  const [scope] = useState(createScope);
  useEffect(() => outer.add(scope), [outer, scope]);
  return scope;
}

/** Tells the scopes around a form whether leaving it would lose changes, and whether they are being saved. */
export function useUnsavedChanges(form: Edited): void {
  const scope = use(DirtyScopeContext);
  const isDirty = useEffectEvent(form.isDirty);
  const isBusy = useEffectEvent(form.isBusy);
  useEffect(() => scope.add({ isDirty: () => isDirty(), isBusy: () => isBusy() }), [scope]);
}

/** Whether going from one address to the other unmounts what is on the screen: another screen, or another tab of it. */
function leavesScreen(from: { pathname: string; search: string }, to: { pathname: string; search: string }): boolean {
  const tab = (search: string): string | null => new URLSearchParams(search).get('tab');
  return from.pathname !== to.pathname || tab(from.search) !== tab(to.search);
}

/** Has the browser ask before its window closes or reloads, where that would lose something. */
export function useWindowGuard(losesSomething: () => boolean): void {
  useWindowEvent('beforeunload', (event) => {
    if (losesSomething()) event.preventDefault();
  });
}

/** Asks whether changes may be lost, and then does what loses them; null withdraws the question. */
const AskContext = createContext<(leave: (() => void) | null) => void>(() => undefined);

interface UnsavedChangesGuardProps {
  /** Told when the question cannot be asked: then nothing is left. */
  onFailed?: (error: unknown) => void;
  children: ReactNode;
}

/** The one guard of all screens: asks before a navigation, the closing of the window, or a dialog's end loses changes. */
export function UnsavedChangesGuard({ onFailed, children }: UnsavedChangesGuardProps) {
  const [scope] = useState(createScope);
  const [asked, ask] = useState<(() => void) | null>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => leavesScreen(currentLocation, nextLocation) && scope.isDirty(),
  );
  useWindowGuard(scope.isDirty);
  const wanted = asked !== null || blocker.state === 'blocked';
  const stay = (): void => {
    ask(null);
    blocker.reset?.();
  };
  // Who leaves the screen leaves what is open on it.
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
      {/* Its code is fetched when it is first asked. */}
      <LeaveDialog wanted={wanted} opened={wanted} onStay={stay} onLeave={leave} onFailed={fail} />
    </DirtyScopeContext>
  );
}

/** Does what unmounts forms: at once when nothing would be lost, else after the question; not while one is being saved. */
export function useGuard(scope: DirtyScope): (leave: () => void) => void {
  const ask = use(AskContext);
  // What is gone has nothing to ask any more.
  useEffect(() => () => ask(null), [ask]);
  return (leave) => {
    if (scope.isBusy()) return;
    if (scope.isDirty()) ask(leave);
    else leave();
  };
}
