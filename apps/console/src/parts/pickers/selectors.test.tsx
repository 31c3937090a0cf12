// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MultiSelect, Select } from './selectors.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

/** Returns a function that reads the minimum height kept by a selector of several options. */
function keptHeight(): () => string {
  const { container } = render(
    <MantineProvider env="test">
      <MultiSelect label="Tags" data={['Day shift', 'Night shift']} />
    </MantineProvider>,
  );
  const place = screen.getByRole('combobox', { name: 'Tags' }).closest<HTMLElement>('.mantine-MultiSelect-root');
  expect(container.contains(place)).toBe(true);
  return () => place?.parentElement?.style.minHeight ?? 'none';
}

test('a press keeps the height until the click, even if the click of a touch is late', () => {
  const height = keptHeight();
  expect(height()).toBe('');
  fireEvent.pointerDown(document.body);
  expect(height()).toMatch(/px$/);
  fireEvent.pointerUp(document.body);
  vi.advanceTimersByTime(100);
  expect(height()).toMatch(/px$/);
  fireEvent.click(document.body);
  vi.advanceTimersByTime(1);
  expect(height()).toBe('');
});

test('a press without a click keeps the height for a moment, and one that becomes a scroll not at all', () => {
  const height = keptHeight();
  fireEvent.pointerDown(document.body);
  fireEvent.pointerUp(document.body);
  vi.advanceTimersByTime(1000);
  expect(height()).toBe('');
  fireEvent.pointerDown(document.body);
  fireEvent.pointerCancel(document.body);
  vi.advanceTimersByTime(1);
  expect(height()).toBe('');
});

test('Enter in a list that its field does not name yet does not submit the form', () => {
  render(
    <MantineProvider env="test">
      <Select label="User" data={[{ value: 'ada', label: 'Ada' }]} searchable />
    </MantineProvider>,
  );
  const field = screen.getByRole('combobox', { name: 'User' });
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true);
  field.setAttribute('aria-expanded', 'true');
  field.setAttribute('aria-controls', 'not-mounted');
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
});
