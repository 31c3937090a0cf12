import { errorText } from '#i18n/text/every-page.ts';

/** Base address of the API, without a trailing slash; '' is the origin that serves the console. */
export const apiBaseUrl = (import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/+$/, '');

/** The address of the API, also when the build does not set it. */
export function effectiveBackend(): string {
  return apiBaseUrl || window.location.origin;
}

/**
 * In ms: how long the server may take to begin its response. Shorter than the time within which the same creation is a
 * retry (`idempotency.ts`).
 */
const responseTimeout = 30_000;

/** `fetch` that reports in words that the server cannot be reached, or does not respond. */
export const fetchFromServer: typeof fetch = async (input, init) => {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), responseTimeout);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout.signal]) : timeout.signal;
  try {
    return await fetch(input, { ...init, signal });
  } catch (cause) {
    if (timeout.signal.aborted) throw new Error(errorText.noAnswer, { cause });
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new Error(errorText.unreachable, { cause });
  } finally {
    clearTimeout(timer);
  }
};
