import type { AuthInfo } from '#api/auth-info.ts';
import { hasAnyFlag, sections } from '../screens.ts';

/**
 * Fetches the code of the palette and of the screens that somebody's menu offers once the browser has nothing else to do, so
 * that they open at once: what is typed into the palette before it is there is typed in vain.
 */
export function loadMenuWhenIdle(auth: AuthInfo): () => void {
  const load = (): void => {
    const offered = sections.filter(({ anyOf }) => hasAnyFlag(auth, anyOf)).flatMap(({ screens }) => screens);
    // A failure is told when the screen is opened.
    void Promise.allSettled([
      import('../palette/palette.tsx'),
      ...offered.filter(({ menu }) => menu).map((screen) => screen.load()),
    ]);
  };
  // Safari has no such callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(load, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(load);
  return () => cancelIdleCallback(request);
}
