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
  expect([...result.current.chosen]).toEqual(['row']);
});

test('nothing stays chosen when something else is searched for', () => {
  const { result, rerender } = renderHook(() => useSelection('account'), { wrapper: MemoryRouter });
  act(() => result.current.choose(['row'], true));
  window.history.replaceState(null, '', '/?search=bulk');
  rerender();
  expect([...result.current.chosen]).toEqual([]);
});
