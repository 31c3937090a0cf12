// @vitest-environment happy-dom
import { Button, MantineProvider, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { FormModal } from '#ui/dialog/form-modal.tsx';
import { Form } from '#ui/form/form.tsx';
import { UnsavedChangesGuard } from './unsaved-changes.tsx';

afterEach(cleanup);

function NameForm() {
  const form = useForm({ initialValues: { name: '' } });
  return (
    <Form form={form} onSubmit={async () => undefined} submitLabel="Create" busyLabel="Creating...">
      <TextInput label="Name" {...form.getInputProps('name')} />
    </Form>
  );
}

/** A screen with an open dialog, and a button that unmounts the dialog, as a change by others may do. */
function Screen() {
  const [gone, setGone] = useState(false);
  return (
    <UnsavedChangesGuard parameters={[]}>
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
