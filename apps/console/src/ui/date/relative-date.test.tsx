// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { startTransition, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { RelativeDate } from './relative-date.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function List({ rowRendered }: { rowRendered: () => void }) {
  const [shown, setShown] = useState(false);
  if (!shown) return <button type="button" onClick={() => startTransition(() => setShown(true))} />;
  return [1, 2, 3].map((row) => <Row key={row} rendered={rowRendered} />);
}

function Row({ rendered }: { rendered: () => void }) {
  rendered();
  return <RelativeDate value="2026-01-05T10:00:00.000Z" />;
}

test('a list of dates is rendered once, even if time passes meanwhile', () => {
  let time = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => ++time);
  const rowRendered = vi.fn();
  render(<List rowRendered={rowRendered} />);
  act(() => screen.getByRole('button').click());
  expect(rowRendered).toHaveBeenCalledTimes(3);
});
