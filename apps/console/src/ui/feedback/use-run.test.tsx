// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useRun } from './use-run.ts';

/** Runs an action that waits for `reply`; `first` is its end. */
function running() {
  const { result } = renderHook(useRun);
  const reply = Promise.withResolvers<void>();
  let first: Promise<void> = Promise.resolve();
  act(() => {
    first = result.current.run(() => reply.promise);
  });
  return { result, reply, first };
}

test('one action runs at a time, and its error is kept until the next', async () => {
  const { result, reply, first } = running();
  const second = vi.fn(async () => undefined);
  expect(result.current.busy).toBe(true);
  await act(() => result.current.run(second));
  expect(second).not.toHaveBeenCalled();
  reply.reject(new Error('Not now.'));
  await act(() => first);
  expect(result.current).toMatchObject({ busy: false, error: new Error('Not now.') });
  await act(() => result.current.run(second));
  expect(result.current.error).toBeNull();
});

test('clearing the error does not end the action that is running', async () => {
  const { result, reply, first } = running();
  const second = vi.fn(async () => undefined);
  act(() => result.current.clear());
  expect(result.current.busy).toBe(true);
  await act(() => result.current.run(second));
  expect(second).not.toHaveBeenCalled();
  reply.resolve();
  await act(() => first);
  expect(result.current.busy).toBe(false);
});

test('an action is not run again before its result is rendered', async () => {
  const { result } = renderHook(useRun);
  const action = vi.fn(async () => undefined);
  await act(async () => {
    const { run } = result.current;
    await run(action);
    await run(action);
  });
  expect(action).toHaveBeenCalledOnce();
});

test('a failure after the unmount is reported in a toast', async () => {
  const shown = vi.spyOn(notifications, 'show');
  const { result, unmount } = renderHook(useRun);
  const reply = Promise.withResolvers<void>();
  const running = result.current.run(() => reply.promise);
  unmount();
  reply.reject(new Error('Not now.'));
  await running;
  expect(shown).toHaveBeenCalledWith(expect.objectContaining({ message: 'Not now.', role: 'alert', autoClose: false }));
  shown.mockRestore();
});
