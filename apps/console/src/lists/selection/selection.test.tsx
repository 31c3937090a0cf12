// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useSelection } from './selection.ts';

afterEach(() => window.history.replaceState(null, '', '/'));

test('a row is chosen at once, even before the router renders the typed search', () => {
  const { result } = renderHook(() => useSelection('account'), { wrapper: MemoryRouter });
  window.history.replaceState(null, '', '/?search=bulk');
  act(() => result.current.choose(['row'], true));
  expect([...result.current.keys]).toEqual(['row']);
});

test('chosen rows stay chosen in another search, but not in another account', () => {
  const { result, rerender } = renderHook(({ account }) => useSelection(account), {
    wrapper: MemoryRouter,
    initialProps: { account: 'account' },
  });
  act(() => result.current.choose(['row'], true));
  window.history.replaceState(null, '', '/?search=bulk');
  rerender({ account: 'account' });
  act(() => result.current.choose(['other'], true));
  expect([...result.current.keys]).toEqual(['row', 'other']);
  rerender({ account: 'another' });
  expect([...result.current.keys]).toEqual([]);
});

test('another search ends the choice of everything that a search finds', () => {
  const { result, rerender } = renderHook(() => useSelection('account'), { wrapper: MemoryRouter });
  act(() => result.current.chooseEverything());
  window.history.replaceState(null, '', '/?search=bulk');
  rerender();
  expect([result.current.everything, result.current.isChosen('row')]).toEqual([false, false]);
});

test('a forgotten row is neither chosen nor deselected', () => {
  const { result } = renderHook(() => useSelection('account'), { wrapper: MemoryRouter });
  act(() => result.current.chooseEverything());
  act(() => result.current.choose(['row', 'other'], false));
  act(() => result.current.forget('row'));
  act(() => result.current.forget('never left out'));
  expect(result.current.everything).toBe(true);
  expect([...result.current.keys]).toEqual(['other']);
});
