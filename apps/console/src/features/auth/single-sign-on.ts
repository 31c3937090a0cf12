import { apiBaseUrl } from '#session/backend.ts';
import { tabStorage } from '#ui/browser-storage.ts';

/** A sign-in that was sent to a provider. */
interface BegunSignIn {
  readonly email: string;
  /** The location after the sign-in. */
  readonly next: string;
}

/** The storage entry of the sign-in that this tab began. */
const entry = 'singleSignOn';

/** Redirects to the provider of an e-mail's domain. Without one, the server redirects back to the sign-in screen. */
export function beginSingleSignOn(begun: BegunSignIn): void {
  tabStorage.setItem(entry, JSON.stringify(begun));
  window.location.assign(`${apiBaseUrl}/auth/v1/sso/start?email=${encodeURIComponent(begun.email)}`);
}

/** The sign-in that this tab began; null if it began none. */
export function begunSignIn(): BegunSignIn | null {
  const kept = tabStorage.getItem(entry);
  return kept === null ? null : (JSON.parse(kept) as BegunSignIn);
}

/** The sign-in that the server redirected straight back; null after the browser's back button or a typed address. */
export function refusedSignIn(): BegunSignIn | null {
  const [visit] = performance.getEntriesByType('navigation');
  if (!(visit instanceof PerformanceNavigationTiming) || visit.type !== 'navigate') return null;
  // The browser does not report redirects by another origin.
  return apiBaseUrl !== '' || visit.redirectCount > 0 ? begunSignIn() : null;
}

export function forgetBegunSignIn(): void {
  tabStorage.removeItem(entry);
}
