// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CreateToken } from './create-token.tsx';

// In Los Angeles it is still the evening of 28 November.
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  vi.useFakeTimers({ now: new Date('2026-11-29T03:00:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test('a token ends when the chosen day begins for its creator, tomorrow at the earliest', async () => {
  const make = vi.fn(async (_terms: { 'expires-on': string }) => 'the secret');
  render(
    <MantineProvider env="test">
      <CreateToken make={make} onSecret={() => undefined} />
    </MantineProvider>,
  );
  const submitWith = (end: string): Promise<void> => {
    fireEvent.change(screen.getByLabelText(/^Ends on/), { target: { value: end } });
    fireEvent.submit(screen.getByLabelText(/^Ends on/));
    return act(async () => undefined);
  };
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'Warehouse' } });
  await submitWith('2026-11-28');
  expect(make).not.toHaveBeenCalled();
  await submitWith('2026-11-29');
  expect(make.mock.calls[0]?.[0]['expires-on']).toBe('2026-11-29T08:00:00.000Z');
  await submitWith('2028-11-28');
  expect(make.mock.calls[1]?.[0]['expires-on']).toBe('2028-11-28T08:00:00.000Z');
});
