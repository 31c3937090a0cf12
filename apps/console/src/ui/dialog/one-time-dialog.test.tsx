// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { OneTimeDialogProvider, useOneTimeDialog } from './one-time-dialog.tsx';

afterEach(cleanup);

function Maker({ secrets }: { secrets: readonly Promise<string>[] }) {
  const show = useOneTimeDialog();
  const make = async (): Promise<void> => {
    for (const secret of secrets) {
      const text = await secret;
      show({
        title: text,
        size: 'md',
        content: (close) => (
          <button type="button" onClick={close}>
            Done
          </button>
        ),
      });
    }
  };
  return (
    <button type="button" onClick={() => void make()}>
      Make
    </button>
  );
}

const shell = (of: string, secrets: readonly Promise<string>[] | null) => (
  <MantineProvider env="test">
    <OneTimeDialogProvider key={of}>{secrets && <Maker secrets={secrets} />}</OneTimeDialogProvider>
  </MantineProvider>
);
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));

test('secrets are shown one after another, even after the user has left the screen', async () => {
  const reply = Promise.withResolvers<string>();
  const secrets = [reply.promise, Promise.resolve('Second')];
  const { rerender } = render(shell('Ada', secrets));
  await press('Make');
  rerender(shell('Ada', null));
  await act(async () => reply.resolve('First'));
  expect(screen.getByRole('dialog', { name: 'First' })).toBeTruthy();
  await press('Done');
  expect(screen.getByRole('dialog', { name: 'Second' })).toBeTruthy();
  await press('Done');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a secret is not shown to another user who has signed in meanwhile', async () => {
  const reply = Promise.withResolvers<string>();
  const { rerender } = render(shell('Ada', [reply.promise]));
  await press('Make');
  rerender(shell('Eve', null));
  await act(async () => reply.resolve('First'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the browser asks before the window closes while a secret is shown', async () => {
  const mayClose = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  render(shell('Ada', [Promise.resolve('First')]));
  expect(mayClose()).toBe(true);
  await press('Make');
  expect(mayClose()).toBe(false);
  await press('Done');
  expect(mayClose()).toBe(true);
});
