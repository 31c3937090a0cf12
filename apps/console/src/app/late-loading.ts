import type { DataRouter } from 'react-router';

/** In ms: the time after which people wonder whether their click was noticed. */
const noticed = 400;

/**
 * A router that shows its loading state only when a screen takes long to load. To render that state also for a screen
 * that opens at once would take a tenth of the time from the click until the screen is painted.
 */
export function withLateLoading(router: DataRouter): DataRouter {
  const subscribe: DataRouter['subscribe'] = (show) => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const stop = router.subscribe((state, change) => {
      clearTimeout(waiting);
      if (state.navigation.state === 'loading') waiting = setTimeout(() => show(state, change), noticed);
      else show(state, change);
    });
    return () => {
      clearTimeout(waiting);
      stop();
    };
  };
  return Object.create(router, { subscribe: { value: subscribe } });
}
