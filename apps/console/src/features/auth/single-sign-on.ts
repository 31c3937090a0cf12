import { apiBaseUrl } from '#api/backend.ts';

/** A sign-in that has left for a provider. */
interface BegunSignIn {
  readonly email: string;
  /** Where to go after it. */
  readonly next: string;
}

/** The storage entry of the sign-in that this tab has begun. */
const entry = 'singleSignOn';

/** Leaves for the provider of an e-mail's domain. Where there is none, the server leads back to the sign-in screen. */
export function beginSingleSignOn(begun: BegunSignIn): void {
  sessionStorage.setItem(entry, JSON.stringify(begun));
  window.location.assign(`${apiBaseUrl}/auth/v1/sso/start?email=${encodeURIComponent(begun.email)}`);
}

/** The sign-in that this tab has begun. */
export function begunSignIn(): BegunSignIn | null {
  const kept = sessionStorage.getItem(entry);
  return kept === null ? null : (JSON.parse(kept) as BegunSignIn);
}

/** What the server led straight back from; null for who comes back by the browser's button or by typing the address. */
export function refusedSignIn(): BegunSignIn | null {
  const [visit] = performance.getEntriesByType('navigation');
  if (!(visit instanceof PerformanceNavigationTiming) || visit.type !== 'navigate') return null;
  // Nobody is told of the redirects of another origin.
  return apiBaseUrl !== '' || visit.redirectCount > 0 ? begunSignIn() : null;
}

export function forgetBegunSignIn(): void {
  sessionStorage.removeItem(entry);
}
