import { errorText } from '#text/errors.ts';

/** Base address of the API, without a trailing slash; '' is the origin that serves the console. */
export const apiBaseUrl = (import.meta.env.VITE_API_BASE_URL ?? '').replace(/\/+$/, '');

/** The API's address, also where the build leaves it open. */
export function effectiveBackend(): string {
  return apiBaseUrl || window.location.origin;
}

/** `fetch`, which says in words that the server cannot be reached. */
export const fetchFromServer: typeof fetch = async (input, init) => {
  try {
    return await fetch(input, init);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new Error(errorText.unreachable, { cause });
  }
};
