// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Version } from '#server/client/version.ts';
import type { Change } from '#server/mutation/change.ts';
import { useRecordForm } from './use-record-form.tsx';

interface Person {
  rn: string;
  title: string;
  tags: string[];
  'updated-on': string;
}

const first: Person = { rn: 'a:b:c:user:1', title: 'Editor', tags: ['a'], 'updated-on': '2026-01-01T00:00:00.000Z' };
const version = (change: Partial<Person>, minute: number): Version<Person> => ({
  item: { ...first, ...change, 'updated-on': `2026-01-01T00:0${minute}:00.000Z` },
  etag: `"${minute}"`,
});

const valuesOf = ({ title, tags }: Person) => ({ title, tags });
const labels = { title: 'Title', tags: 'Tags' };

/** Renders the form of a person. Returns the sent changes with their pending replies, and functions to use the form. */
function formOf(of: Version<Person>) {
  const sent: { change: Change<Person, ReturnType<typeof valuesOf>>; reply: PromiseWithResolvers<Version<Person>> }[] =
    [];
  const save = (change: (typeof sent)[number]['change']) => {
    const reply = Promise.withResolvers<Version<Person>>();
    sent.push({ change, reply });
    return reply.promise;
  };
  const hook = renderHook((now: Version<Person>) => useRecordForm({ of: now, valuesOf, labels, save }), {
    initialProps: of,
  });
  const form = () => hook.result.current.form;
  return {
    sent,
    form,
    current: () => hook.result.current,
    arrives: (now: Version<Person>) => hook.rerender(now),
    type: (change: Partial<Person>) => act(() => form().setValues(change)),
    submit: () => {
      let saving: Promise<void> = Promise.resolve();
      act(() => {
        saving = hook.result.current.submit(hook.result.current.begin(form().getValues()));
      });
      return saving;
    },
  };
}

test('an untouched form follows the server', () => {
  const it = formOf(version({}, 0));
  it.arrives(version({ title: 'Publisher' }, 1));
  expect(it.form().values.title).toBe('Publisher');
  expect(it.form().isDirty()).toBe(false);
  expect(it.current().notice).toBe(false);
});

test('the changes of others are merged with what is typed, and the save is based on their version', () => {
  const it = formOf(version({}, 0));
  it.type({ title: 'Mine' });
  it.arrives(version({ tags: ['a', 'b'] }, 1));
  expect(it.form().values).toEqual({ title: 'Mine', tags: ['a', 'b'] });
  void it.submit();
  expect(it.sent[0]?.change).toMatchObject({ etag: '"1"', intent: { title: 'Mine', tags: ['a', 'b'] } });
});

test('a field that both changed is invalid until the user chooses a value', () => {
  const it = formOf(version({}, 0));
  it.type({ title: 'Mine' });
  it.arrives(version({ title: 'Theirs' }, 1));
  expect(it.form().values.title).toBe('Mine');
  expect(it.form().isValid()).toBe(false);
  const { notice } = it.current();
  act(() => (notice || null)?.props.conflicts[0]?.keep());
  expect(it.form().isValid()).toBe(true);
  expect(it.form().values.title).toBe('Mine');
});

test('after a save the form shows the saved values and keeps what was typed meanwhile', async () => {
  const it = formOf(version({}, 0));
  it.type({ title: ' Saved ' });
  const saving = it.submit();
  it.type({ tags: ['a', 'later'] });
  it.sent[0]?.reply.resolve(version({ title: 'Saved' }, 1));
  await act(() => saving);
  expect(it.form().values).toEqual({ title: 'Saved', tags: ['a', 'later'] });
  expect(it.form().getInitialValues()).toEqual({ title: 'Saved', tags: ['a'] });
  expect(it.form().isDirty()).toBe(true);
  void it.submit();
  expect(it.sent[1]?.change.etag).toBe('"1"');
});

test('a version from before the save that arrives after it is ignored', async () => {
  const it = formOf(version({}, 0));
  it.type({ title: 'Saved' });
  const saving = it.submit();
  it.sent[0]?.reply.resolve(version({ title: 'Saved' }, 1));
  await act(() => saving);
  it.arrives(version({}, 0));
  expect(it.form().values.title).toBe('Saved');
  expect(it.form().isDirty()).toBe(false);
});

test('a save refused as stale keeps what was typed and can be repeated once the new version arrives', async () => {
  const it = formOf(version({}, 0));
  it.type({ title: 'Mine' });
  const saving = it.submit();
  it.sent[0]?.reply.reject(Object.assign(new Error('Stale'), { status: 412 }));
  await act(() => saving.catch(() => undefined));
  expect(it.current().notice).toMatchObject({ props: { again: false } });
  it.arrives(version({}, 1));
  expect(it.current().notice).toMatchObject({ props: { again: true } });
  expect(it.form().values.title).toBe('Mine');
  void it.submit();
  expect(it.sent[1]?.change.etag).toBe('"1"');
});

test('after a failed save, a field that both changed still needs a choice', async () => {
  const it = formOf(version({}, 0));
  it.type({ title: 'Mine' });
  const saving = it.submit();
  it.sent[0]?.reply.reject(Object.assign(new Error('The server is away.'), { status: 503 }));
  await act(() => saving.catch(() => undefined));
  it.arrives(version({ title: 'Theirs' }, 1));
  expect(it.form().isValid()).toBe(false);
  const { notice } = it.current();
  expect(notice).toMatchObject({ props: { conflicts: [{ label: 'Title', mine: 'Mine', theirs: 'Theirs' }] } });
  act(() => (notice || null)?.props.conflicts[0]?.take());
  expect(it.form().values.title).toBe('Theirs');
  expect(it.form().isValid()).toBe(true);
});

test('the user’s own change, whose reply was lost, is not announced', async () => {
  const it = formOf(version({}, 0));
  it.type({ title: 'Mine' });
  const saving = it.submit();
  it.sent[0]?.reply.reject(new Error('The server cannot be reached.'));
  await act(() => saving.catch(() => undefined));
  it.type({ tags: ['a', 'b'] });
  it.arrives(version({ title: 'Mine' }, 1));
  expect(it.current().notice).toBe(null);
  expect(it.form().values).toEqual({ title: 'Mine', tags: ['a', 'b'] });
});

test('a change without a new version is merged too', () => {
  const it = formOf(version({ tags: ['a', 'b'] }, 0));
  it.arrives(version({ tags: ['b'] }, 0));
  expect(it.form().values.tags).toEqual(['b']);
  expect(it.form().isDirty()).toBe(false);
  it.type({ tags: ['b', 'c'] });
  it.arrives(version({ tags: [] }, 0));
  expect(it.form().values.tags).toEqual(['c']);
  expect(it.current().notice).toBeTruthy();
});

test('a version that changes none of the fields is not announced', () => {
  const it = formOf(version({}, 0));
  it.type({ title: 'Mine' });
  it.arrives(version({}, 1));
  expect(it.current().notice).toBe(null);
  void it.submit();
  expect(it.sent[0]?.change).toMatchObject({ etag: '"1"', intent: { title: 'Mine' } });
});
