import { createMemoryRouter, type RouterState } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withLateLoading } from './late-loading.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The states that are shown during a navigation to a screen that loads for some time. */
async function shownFor(loading: number): Promise<[RouterState['navigation']['state'], string, number][]> {
  const loader = () => new Promise((resolve) => setTimeout(() => resolve(null), loading));
  const router = withLateLoading(
    createMemoryRouter([
      { path: '/', element: null },
      { path: '/screen', element: null, loader },
    ]),
  );
  const began = Date.now();
  const shown: [RouterState['navigation']['state'], string, number][] = [];
  router.subscribe(({ navigation, location }) => shown.push([navigation.state, location.pathname, Date.now() - began]));
  void router.navigate('/screen');
  await vi.advanceTimersByTimeAsync(5_000);
  return shown;
}

test('a screen that opens at once is shown without its loading state', async () => {
  expect(await shownFor(100)).toEqual([['idle', '/screen', 100]]);
});

test('the loading state of a slow screen is shown after 0.4 s', async () => {
  expect(await shownFor(1_000)).toEqual([
    ['loading', '/', 400],
    ['idle', '/screen', 1_000],
  ]);
});
