import { useWindowEvent } from '@mantine/hooks';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react';
import { useBlocker } from 'react-router';
import { toastFailure } from '#ui/feedback/toast.tsx';
import { lazyPart } from '#ui/loading/lazy-part.tsx';

const LeaveDialog = lazyPart(() => import('#ui/dialog/leave-dialog.tsx'));

/** A form, queried when the user is about to leave it. */
interface Edited {
  /** Whether it has unsaved changes. */
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

/** The forms of the whole screen, or of a part with a scope of its own ({@link useDirtyScope}). */
export const DirtyScopeContext = createContext(createScope());

/** Creates a scope for a part of the screen, such as a dialog. The outer scope includes its forms. */
export function useDirtyScope(): DirtyScope {
  const outer = use(DirtyScopeContext);
  const [scope] = useState(createScope);
  useEffect(() => outer.add(scope), [outer, scope]);
  return scope;
}

/** Registers a form in its scope: whether leaving it would lose changes, and whether it is being saved. */
export function useUnsavedChanges(form: Edited): void {
  const scope = use(DirtyScopeContext);
  const latest = useEffectEvent(() => form);
  useEffect(() => scope.add({ isDirty: () => latest().isDirty(), isBusy: () => latest().isBusy() }), [scope]);
}

type Address = Record<'pathname' | 'search', string>;

/** Whether a navigation changes the path of the address, or one of the parameters. */
function changes(parameters: readonly string[], from: Address, to: Address): boolean {
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return from.pathname !== to.pathname || parameters.some((name) => before.get(name) !== after.get(name));
}

interface UnsavedChangesGuardProps {
  /** The parameters of the address whose change unmounts or replaces the content of the screen. */
  parameters: readonly string[];
  children: ReactNode;
}

/** Makes the browser ask before its window closes or reloads, if that would lose something. */
export function useWindowGuard(losesSomething: () => boolean): void {
  useWindowEvent('beforeunload', (event) => {
    if (losesSomething()) event.preventDefault();
  });
}

/** Asks whether changes may be lost, and then runs the function that loses them; null withdraws the question. */
const AskContext = createContext<(leave: (() => void) | null) => void>(() => undefined);

/** The guard of all screens: asks before a navigation, or closing the window or a dialog, loses changes. */
export function UnsavedChangesGuard({ parameters, children }: UnsavedChangesGuardProps) {
  const [scope] = useState(createScope);
  const [leaving, ask] = useState<(() => void) | null>(null);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => changes(parameters, currentLocation, nextLocation) && scope.isDirty(),
  );
  useWindowGuard(scope.isDirty);
  const wanted = leaving !== null || blocker.state === 'blocked';
  const stay = (): void => {
    ask(null);
    blocker.reset?.();
  };
  // Leaving the screen also leaves the dialog that is open on it.
  const leave = async (): Promise<void> => {
    ask(null);
    if (blocker.state === 'blocked') blocker.proceed();
    else leaving?.();
  };
  // If the question cannot be asked, the user stays.
  const fail = (error: unknown): void => {
    stay();
    toastFailure(error);
  };
  return (
    <DirtyScopeContext value={scope}>
      <AskContext value={(next) => ask(() => next)}>{children}</AskContext>
      {/* Its code is fetched on first use. */}
      <LeaveDialog wanted={wanted} opened={wanted} onClose={stay} onConfirm={leave} onFailed={fail} />
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
