// @vitest-environment happy-dom
import { Button, MantineProvider, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, test } from 'vitest';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { FormModal } from '#ui/dialog/form-modal.tsx';
import { Form } from './form.tsx';
import { UnsavedChangesGuard } from './unsaved-changes.tsx';

afterEach(cleanup);

function NameForm({ onSubmit = async () => undefined }: { onSubmit?: () => Promise<void> }) {
  const form = useForm({ initialValues: { name: '' } });
  return (
    <Form form={form} onSubmit={onSubmit} submitLabel="Create" busyLabel="Creating...">
      <TextInput label="Name" {...form.getInputProps('name')} />
    </Form>
  );
}

/** A screen with an open dialog, and a button that unmounts the dialog, as a change by others may do. */
function Screen() {
  const [gone, setGone] = useState(false);
  return (
    <UnsavedChangesGuard>
      <Button onClick={() => setGone(true)}>News</Button>
      {!gone && (
        <FormModal opened title="New tag" onClose={() => undefined}>
          <NameForm />
        </FormModal>
      )}
    </UnsavedChangesGuard>
  );
}

test('a question closes with the dialog that asked it', async () => {
  render(
    <MantineProvider env="test">
      <RouterProvider router={createMemoryRouter([{ path: '/', Component: Screen }])} />
    </MantineProvider>,
  );
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Typed' } });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'News', hidden: true })));
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('Back, while a change is in flight', () => {
  /** Shows a screen with another one behind it in the history. Returns the router, and the end of the change. */
  function openScreen(content: (change: () => Promise<void>) => ReactNode) {
    const { promise, reject } = Promise.withResolvers<void>();
    const shown = <UnsavedChangesGuard>{content(() => promise)}</UnsavedChangesGuard>;
    const routes = [
      { path: '/before', element: 'Before' },
      { path: '/', element: shown },
    ];
    const router = createMemoryRouter(routes, { initialEntries: ['/before', '/'], initialIndex: 1 });
    render(
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>,
    );
    return { router, fail: () => act(async () => reject(new Error('The server cannot be reached.'))) };
  }

  async function expectStays({ router, fail }: ReturnType<typeof openScreen>) {
    await act(() => router.navigate(-1));
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(screen.queryByText('Before')).toBeNull();
    await fail();
    expect(await screen.findByText('The server cannot be reached.')).toBeTruthy();
  }

  test('keeps a form and what was typed', async () => {
    const opened = openScreen((create) => (
      <FormModal opened title="New tag" onClose={() => undefined}>
        <NameForm onSubmit={create} />
      </FormModal>
    ));
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Typed' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create' }));
    await screen.findByRole('button', { name: 'Creating...' });
    await expectStays(opened);
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Typed');
  });

  test('keeps a question until the change has ended', async () => {
    const words = { title: 'Delete tag', body: 'Sure?', confirm: 'Delete', busy: 'Deleting...' };
    const opened = openScreen((remove) => (
      <ConfirmDialog opened words={words} onConfirm={remove} onClose={() => undefined} />
    ));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByRole('button', { name: 'Deleting...' });
    await expectStays(opened);
    await act(() => opened.router.navigate(-1));
    expect(await screen.findByText('Before')).toBeTruthy();
  });
});
