// @vitest-environment happy-dom
import { MantineProvider, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Form } from './form.tsx';

afterEach(cleanup);

/** Renders a form with one field, whose submit waits for `answer` or `refuse`. */
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

test('the fields are locked while they are sent, and the button has the focus meanwhile', async () => {
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

test('after a refusal the field has the focus again, unless the user has moved it', async () => {
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

test('the form of a record stays editable while it is saved', async () => {
  const it = nameForm({ ofRecord: true });
  await it.submitFromField();
  expect(it.isLocked()).toBe(false);
  expect(document.activeElement).toBe(it.field());
});

test('the error of a failed submit disappears when the validation refuses the next one', async () => {
  const it = nameForm();
  await it.submitFromField();
  await it.refuse(new Error('Not now.'));
  expect(screen.queryByText('Not now.')).not.toBeNull();
  fireEvent.change(it.field(), { target: { value: 'too long' } });
  await it.submitFromField();
  expect(screen.queryByText('Shorter, please.')).not.toBeNull();
  expect(screen.queryByText('Not now.')).toBeNull();
});

test('what was entered on submit is sent, also if it is emptied while the form is validated', async () => {
  const checked = Promise.withResolvers<Record<string, string>>();
  const sent: string[] = [];
  function LateForm() {
    const form = useForm({ initialValues: { name: '' }, validate: () => checked.promise });
    const send = async ({ name }: { name: string }) => sent.push(name);
    return (
      <Form form={form} onSubmit={send} submitLabel="Create" busyLabel="Creating...">
        <TextInput label="Name" {...form.getInputProps('name')} />
      </Form>
    );
  }
  render(
    <MantineProvider env="test">
      <LateForm />
    </MantineProvider>,
  );
  const field = screen.getByLabelText('Name');
  fireEvent.change(field, { target: { value: 'entered' } });
  fireEvent.submit(field);
  fireEvent.change(field, { target: { value: '' } });
  await act(async () => checked.resolve({}));
  expect(sent).toEqual(['entered']);
});
