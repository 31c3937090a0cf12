// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useConfirmation } from './use-confirmation.tsx';

afterEach(cleanup);

/** A screen that asks two questions, whose changes are sent by the given function. */
function questions(send: () => Promise<unknown>) {
  function Screen() {
    const { ask, dialog } = useConfirmation();
    return (
      <>
        {['First', 'Second'].map((title) => (
          <button
            key={title}
            type="button"
            onClick={() => ask({ words: { title, body: null, confirm: 'Do it' }, send })}
          >
            Ask {title}
          </button>
        ))}
        {dialog}
      </>
    );
  }
  render(
    <MantineProvider env="test">
      <Screen />
    </MantineProvider>,
  );
  const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
  return { ask: (title: string) => press(`Ask ${title}`), confirm: () => press('Do it') };
}

test('a confirmation sends once, even if pressed again while it is pending', async () => {
  const reply = Promise.withResolvers<void>();
  const send = vi.fn(() => reply.promise);
  const it = questions(send);
  await it.ask('First');
  await it.confirm();
  await it.confirm();
  expect(send).toHaveBeenCalledOnce();
  await act(async () => reply.resolve());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a question does not show the error of the previous one', async () => {
  const it = questions(async () => {
    throw new Error('Not now.');
  });
  await it.ask('First');
  await it.confirm();
  expect(screen.getByRole('alert').textContent).toContain('Not now.');
  await it.ask('Second');
  expect(screen.getByRole('dialog', { name: 'Second' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
