import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { errorStatus } from './error-status.ts';
import { toastFailure } from './toast.tsx';

/**
 * Runs one action at a time and keeps its error for the alert beside the button. After the unmount, an error is
 * reported in a toast.
 */
export function useRun() {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null });
  const running = useRef(false);
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  // An action ends with the render of its result; until then its button can still be pressed.
  useLayoutEffect(() => {
    running.current = state.busy;
  }, [state]);

  /** Runs an action unless one is running; `onError` returns true if it has handled the error. */
  const run = async (action: () => Promise<unknown>, onError?: (error: unknown) => boolean): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setState({ busy: true, error: null });
    let error: unknown = null;
    try {
      await action();
    } catch (thrown) {
      // The end of a session (401) is reported elsewhere.
      if (!mounted.current && errorStatus(thrown) !== 401) toastFailure(thrown);
      if (!mounted.current || !onError?.(thrown)) error = thrown;
    }
    setState({ busy: false, error });
  };
  return { ...state, run, clear: () => setState(({ busy }) => ({ busy, error: null })) };
}
