// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { Drawer, Modal } from './modal.tsx';

afterEach(cleanup);

test.each([Modal, Drawer])('a closing dialog is inert while it moves out', async (Dialog) => {
  const dialog = (opened: boolean) => (
    <MantineProvider>
      <Dialog opened={opened} onClose={() => undefined} title="Create new token">
        <button type="button">Create token</button>
      </Dialog>
    </MantineProvider>
  );
  const { rerender } = render(dialog(true));
  const button = await screen.findByRole('button', { name: 'Create token' });
  expect(button.closest('[inert]')).toBeNull();
  rerender(dialog(false));
  expect(button.isConnected).toBe(true);
  expect(button.closest('[inert]')).toBe(screen.getByRole('dialog', { hidden: true }));
});

test('the second click of a double click that closes a dialog does not reach the content behind it', async () => {
  const pressed = vi.fn();
  const screenWith = (opened: boolean) => (
    <MantineProvider env="test">
      <button type="button" onClick={pressed}>
        Delete
      </button>
      <Modal opened={opened} onClose={() => undefined} title="Create new token">
        Contents
      </Modal>
    </MantineProvider>
  );
  const { rerender } = render(screenWith(true));
  await screen.findByText('Contents');
  const behind = screen.getByRole('button', { name: 'Delete', hidden: true });
  rerender(screenWith(false));
  fireEvent.click(behind, { detail: 2 });
  expect(pressed).not.toHaveBeenCalled();
  fireEvent(behind, new PointerEvent('click', { bubbles: true, detail: 2, pointerType: 'touch' }));
  expect(pressed).toHaveBeenCalledTimes(1);
  fireEvent.click(behind, { detail: 2 });
  expect(pressed).toHaveBeenCalledTimes(2);
});

test.each([Modal, Drawer])('a dialog moves in at its first opening, too', async (Dialog) => {
  const opacities: string[] = [];
  const observer = new MutationObserver(() => {
    const content = document.querySelector<HTMLElement>('[role="dialog"]');
    if (content) opacities.push(content.style.opacity || content.style.transform);
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['style'] });
  function Opener() {
    const [opened, setOpened] = useState(false);
    return (
      <MantineProvider>
        <button type="button" onClick={() => setOpened(true)}>
          Open
        </button>
        <Dialog
          opened={opened}
          onClose={() => undefined}
          title="Create new token"
          transitionProps={{ transition: 'fade', duration: 200 }}
        >
          Contents
        </Dialog>
      </MantineProvider>
    );
  }
  const container = document.body.appendChild(document.createElement('div'));
  // As in the browser: `act` would flush all effects of a click together.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const root = createRoot(container);
  root.render(<Opener />);
  const opener = await vi.waitFor(() => screen.getByRole('button', { name: 'Open' }));
  opener.click();
  await vi.waitFor(() => expect(opacities.at(-1)).toBe('1'));
  expect(opacities[0]).toBe('0');
  observer.disconnect();
  root.unmount();
  container.remove();
  vi.unstubAllGlobals();
});
