import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { ErrorAlert } from '#ui/feedback/error-alert.tsx';
import { fetchCode } from '#ui/feedback/fetch-code.ts';

interface LazyPartProps {
  /** Once it was, the part stays, such as a dialog that fades away. */
  wanted?: boolean;
  /** What is shown meanwhile. */
  fallback?: ReactNode;
  /** Takes the failure, which else is shown in the part's place; the code is fetched again when it is wanted again. */
  onFailed?: (error: unknown) => void;
}

/**
 * A part of a screen whose code is fetched when it is first wanted. React's `lazy` would remember a failure, and let it take the
 * place of the whole screen with what was typed there.
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
