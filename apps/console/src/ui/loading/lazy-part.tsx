import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { fetchCode } from './fetch-code.ts';

interface LazyPartProps {
  /** Whether to load and render the part. Once rendered it stays, such as a dialog that fades out. */
  wanted?: boolean;
  /** Shown while the code is fetched. */
  fallback?: ReactNode;
  /** Handles a failure instead of showing it here; the code is fetched again when `wanted` is set again. */
  onFailed?: (error: unknown) => void;
}

/**
 * A part of a screen whose code is fetched on first use. React's `lazy` would cache a failure, and show it in place of
 * the whole screen and the values typed there.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let fetched: ComponentType<Props> | null = null;
  const fetch = async (): Promise<ComponentType<Props>> => {
    fetched = (await fetchCode(load)).default;
    return fetched;
  };
  return function LazyPart({ wanted = true, fallback, onFailed, ...props }: Props & LazyPartProps) {
    const [Part, setPart] = useState(() => fetched);
    const [error, setError] = useState<unknown>(null);
    const fail = useEffectEvent(onFailed ?? setError);
    const missing = wanted && Part === null && error === null;
    useEffect(() => {
      if (!missing) return;
      let left = false;
      fetch().then(
        (code) => left || setPart(() => code),
        (thrown: unknown) => left || fail(thrown),
      );
      return () => {
        left = true;
      };
    }, [missing]);
    if (error !== null) return <ErrorAlert error={error} onRetry={() => setError(null)} />;
    if (Part === null) return wanted ? fallback : null;
    return <Part {...(props as unknown as Props)} />;
  };
}
