import type { Screen } from '../screens.ts';

/** How long somebody points at a link before they seem to mean it, in ms. */
const meant = 60;

let timer: number | undefined;

/**
 * Fetches a screen's code when somebody is about to open it: when they press its link or come to it by keyboard at once,
 * when they point at it after a moment. Its data is not asked for before it is opened: a session found to be over by
 * that would end on the screen one is still at, and the sign-in form would remember the wrong one.
 */
export function intentOf({ load }: Screen) {
  // A failure is told when the screen is opened.
  const fetch = (): void => {
    window.clearTimeout(timer);
    void load().catch(() => undefined);
  };
  return {
    onPointerEnter: () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(fetch, meant);
    },
    onPointerLeave: () => window.clearTimeout(timer),
    onPointerDown: fetch,
    onFocus: fetch,
  };
}
