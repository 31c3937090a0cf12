// @vitest-environment happy-dom
import { MantineProvider, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Form } from './form.tsx';

afterEach(cleanup);

/** A form with a name, which is sent when it is submitted. */
function nameForm(props: { ofRecord?: boolean } = {}) {
  let reply = Promise.withResolvers<void>();
  function NameForm() {
    const form = useForm({
      initialValues: { name: '' },
      validate: { name: (name) => (name === 'too long' ? 'Shorter, please.' : null) },
    });
    const send = (): Promise<void> => {
      reply = Promise.withResolvers();
      return reply.promise;
    };
    return (
      <Form form={form} onSubmit={send} submitLabel="Create" busyLabel="Creating..." {...props}>
        <TextInput label="Name" {...form.getInputProps('name')} />
      </Form>
    );
  }
  render(
    <MantineProvider env="test">
      <NameForm />
    </MantineProvider>,
  );
  const field = () => screen.getByLabelText('Name');
  return {
    field,
    isLocked: () => field().closest('[inert]') !== null,
    submitFromField: () => {
      field().focus();
      fireEvent.submit(field());
      return act(async () => undefined);
    },
    answer: () => act(async () => reply.resolve()),
    refuse: (error: Error) => act(async () => reply.reject(error)),
  };
}

test('what is being sent cannot be edited, and its button has the focus meanwhile', async () => {
  const it = nameForm();
  expect(it.isLocked()).toBe(false);
  await it.submitFromField();
  expect(it.isLocked()).toBe(true);
  const button = screen.getByRole('button', { name: 'Creating...' });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  await it.answer();
  expect(it.isLocked()).toBe(false);
  expect(document.activeElement).toBe(it.field());
});

test('after a refusal the field has the focus again, unless the person has gone elsewhere', async () => {
  const it = nameForm();
  await it.submitFromField();
  await it.refuse(new Error('Not now.'));
  expect(it.isLocked()).toBe(false);
  expect(document.activeElement).toBe(it.field());
  await it.submitFromField();
  (document.activeElement as HTMLElement).blur();
  await it.refuse(new Error('Not now.'));
  expect(document.activeElement).toBe(document.body);
});

test('the form of a record stays open while it is saved', async () => {
  const it = nameForm({ ofRecord: true });
  await it.submitFromField();
  expect(it.isLocked()).toBe(false);
  expect(document.activeElement).toBe(it.field());
});

test('what failed is no longer said once the form is refused for something else', async () => {
  const it = nameForm();
  await it.submitFromField();
  await it.refuse(new Error('Not now.'));
  expect(screen.queryByText('Not now.')).not.toBeNull();
  fireEvent.change(it.field(), { target: { value: 'too long' } });
  await it.submitFromField();
  expect(screen.queryByText('Shorter, please.')).not.toBeNull();
  expect(screen.queryByText('Not now.')).toBeNull();
});
