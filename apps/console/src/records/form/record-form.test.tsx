// @vitest-environment happy-dom
import { MantineProvider, TextInput } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Version } from '#server/client/version.ts';
import { RecordForm } from './record-form.tsx';

afterEach(cleanup);

interface Tag {
  rn: string;
  name: string;
}

const before: Version<Tag> = { item: { rn: 'a:b:c:tag:1', name: 'Before' }, etag: '"1"' };
const saved: Version<Tag> = { item: { ...before.item, name: 'Mine' }, etag: '"2"' };

/** The form of a tag in a dialog that closes once it is saved. */
function tagForm() {
  const reply = Promise.withResolvers<Version<Tag>>();
  const onSaved = vi.fn();
  render(
    <MantineProvider env="test">
      <RecordForm
        of={before}
        valuesOf={({ name }) => ({ name })}
        labels={{ name: 'Name' }}
        save={() => reply.promise}
        onSaved={onSaved}
      >
        {(form) => <TextInput label="Name" {...form.getInputProps('name')} />}
      </RecordForm>
    </MantineProvider>,
  );
  const type = (value: string) => fireEvent.change(screen.getByLabelText('Name'), { target: { value } });
  const submit = () => act(async () => fireEvent.submit(screen.getByLabelText('Name')));
  return { onSaved, type, submit, answer: () => act(async () => reply.resolve(saved)) };
}

test('the dialog closes once the form is saved', async () => {
  const it = tagForm();
  it.type('Mine');
  await it.submit();
  await it.answer();
  expect(it.onSaved).toHaveBeenCalledOnce();
});

test('the dialog stays open if something was typed while the form was saved', async () => {
  const it = tagForm();
  it.type('Mine');
  await it.submit();
  it.type('Mine, and more');
  await it.answer();
  expect(it.onSaved).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Mine, and more');
});
