// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Modal } from './modal.tsx';

afterEach(cleanup);

test('a dialog that closes does nothing any more while it moves out', async () => {
  const dialog = (opened: boolean) => (
    <MantineProvider>
      <Modal opened={opened} onClose={() => undefined} attributes={{ content: { 'aria-label': 'Make a new token' } }}>
        <button type="button">Make token</button>
      </Modal>
    </MantineProvider>
  );
  const { rerender } = render(dialog(true));
  const button = await screen.findByRole('button', { name: 'Make token' });
  expect(button.closest('[inert]')).toBeNull();
  rerender(dialog(false));
  expect(button.isConnected).toBe(true);
  expect(button.closest('[inert]')).toBe(screen.getByLabelText('Make a new token'));
});
