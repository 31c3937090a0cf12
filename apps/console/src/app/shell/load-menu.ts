import type { AuthInfo } from '#api/auth-info.ts';
import { prepareFormats } from '#locale/formats.ts';
import { hasAccess } from '#routing/screen.ts';
import { screens } from '../screens.ts';

/**
 * Fetches the code of the palette and of the screens in the user's menu once the browser is idle, and makes what formats their
 * rows, so that they open at once: what is typed into the palette before it is there is lost. So is what was typed into a form, if
 * the question before leaving it cannot be fetched any more.
 */
export function loadMenuWhenIdle(auth: AuthInfo): () => void {
  const load = (): void => {
    prepareFormats();
    const offered = screens.filter(({ access, icon }) => icon && hasAccess(auth, access));
    // A failure is reported when the screen is opened.
    void Promise.allSettled([
      import('../palette/palette.tsx'),
      // Without the question before it is left, what is typed into a form is lost.
      import('#ui/dialog/leave-dialog.tsx'),
      ...offered.map(({ code }) => code()),
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
