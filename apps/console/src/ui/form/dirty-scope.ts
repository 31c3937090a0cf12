import { createContext, use, useEffect, useEffectEvent, useState } from 'react';

/** A form or a question, queried when the user is about to leave it. */
interface Edited {
  /** Whether it has unsaved changes. */
  isDirty: () => boolean;
  /** Whether its change is in flight. */
  isBusy: () => boolean;
}

/** The forms inside a part of the screen. */
export type DirtyScope = ReturnType<typeof createScope>;

export function createScope() {
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

/** Registers a form or a question in its scope: whether leaving it would lose changes, and whether it is being sent. */
export function useUnsavedChanges(form: Edited): void {
  const scope = use(DirtyScopeContext);
  const isDirty = useEffectEvent(form.isDirty);
  const isBusy = useEffectEvent(form.isBusy);
  useEffect(() => scope.add({ isDirty: () => isDirty(), isBusy: () => isBusy() }), [scope]);
}
