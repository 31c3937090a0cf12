// @vitest-environment happy-dom
import { ApiError } from '@keyhold/client';
import { act, renderHook } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Version } from '#server/client/version.ts';
import { type Deletion, useDeletion } from './use-deletion.tsx';

interface Row {
  rn: string;
  name: string;
  'updated-on': string;
}

const row: Row = { rn: 'a:b:c:tag:1', name: 'Prepress', 'updated-on': '2026-01-01T00:00:00.000Z' };
const unreachable = new Error('The server cannot be reached.');
const notFound = new ApiError(new Response(null, { status: 404 }), { errors: ['Not found'] });

const current = vi.fn<() => Promise<Version<Row>>>();
const remove = vi.fn<(row: Row, headers: Record<string, string>) => Promise<void>>();
const kind: Deletion<Row> = {
  kind: 'tag',
  nameOf: ({ name }) => name,
  words: { deletionTakes: 'Nothing.', deleted: 'Tag successfully deleted' },
  current,
  remove,
};

beforeEach(() => {
  current.mockReset();
  remove.mockReset();
});

/** Opens the question about the row; returns the function that confirms it. */
async function asked() {
  const { result } = renderHook(() => useDeletion(kind));
  await act(async () => result.current.ask(row));
  const confirm = (): Promise<void> =>
    (result.current.dialog as ReactElement<{ onConfirm: () => Promise<void> }>).props.onConfirm();
  return () => act(confirm);
}

test('a row is deleted in the version that was displayed', async () => {
  current.mockResolvedValue({ item: row, etag: '"1"' });
  const confirm = await asked();
  await confirm();
  expect(remove).toHaveBeenCalledWith(row, { 'If-Match': '"1"' });
});

test('the deletion of a row that changed meanwhile is sent with an outdated version', async () => {
  current.mockResolvedValue({ item: { ...row, 'updated-on': '2026-01-02T00:00:00.000Z' }, etag: '"2"' });
  const confirm = await asked();
  await confirm();
  expect(remove).toHaveBeenCalledWith(row, { 'If-Match': '"outdated"' });
});

test('a version whose fetch failed with the question is fetched with the confirmation', async () => {
  current.mockRejectedValueOnce(unreachable);
  current.mockResolvedValue({ item: row, etag: '"1"' });
  const confirm = await asked();
  await confirm();
  expect(remove).toHaveBeenCalledWith(row, { 'If-Match': '"1"' });
});

test('a confirmation that fails can be repeated', async () => {
  current.mockRejectedValueOnce(unreachable);
  current.mockRejectedValueOnce(unreachable);
  current.mockResolvedValue({ item: row, etag: '"1"' });
  const confirm = await asked();
  await expect(confirm()).rejects.toThrow('The server cannot be reached.');
  await confirm();
  expect(remove).toHaveBeenCalledTimes(1);
});

test('a row that is already deleted is reported as deleted', async () => {
  current.mockRejectedValue(notFound);
  const confirm = await asked();
  await expect(confirm()).rejects.toThrow('deleted');
  expect(remove).not.toHaveBeenCalled();
});

test('a kind without a word in the sentences does not compile', () => {
  // @ts-expect-error Roles are built in: no sentence is about the deletion of one.
  const role: Deletion<Row> = { ...kind, kind: 'role' };
  expect(role.kind).toBe('role');
});
