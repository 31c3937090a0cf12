// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useSelection } from './selection.ts';

afterEach(() => window.history.replaceState(null, '', '/'));

test('a row is chosen at once, also while the router has yet to render the search that was typed', () => {
  const { result } = renderHook(() => useSelection('account'), { wrapper: MemoryRouter });
  window.history.replaceState(null, '', '/?search=bulk');
  act(() => result.current.choose(['row'], true));
  expect([...result.current.keys]).toEqual(['row']);
});

test('nothing stays chosen when something else is searched for', () => {
  const { result, rerender } = renderHook(() => useSelection('account'), { wrapper: MemoryRouter });
  act(() => result.current.choose(['row'], true));
  window.history.replaceState(null, '', '/?search=bulk');
  rerender();
  expect([...result.current.keys]).toEqual([]);
});

test('a row that is gone is neither chosen nor left out', () => {
  const { result } = renderHook(() => useSelection('account'), { wrapper: MemoryRouter });
  act(() => result.current.chooseEverything());
  act(() => result.current.choose(['row', 'other'], false));
  act(() => result.current.forget('row'));
  act(() => result.current.forget('never left out'));
  expect(result.current.everything).toBe(true);
  expect([...result.current.keys]).toEqual(['other']);
});
