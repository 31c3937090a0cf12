// @vitest-environment happy-dom
import type { ImportItem } from '@keyhold/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { importWork } from './import-work.ts';

const server = vi.hoisted(() => ({
  check: vi.fn<(rows: readonly { email?: unknown }[], signal: AbortSignal) => Promise<ImportItem[]>>(),
  apply: vi.fn<(rows: readonly { email?: unknown }[], key: string) => Promise<ImportItem[]>>(),
}));
vi.mock('./import.data.ts', () => ({
  checkRows: ({ rows }: { rows: { email: string }[] }, signal: AbortSignal) => server.check(rows, signal),
  importRows: ({ rows }: { rows: { email: string }[] }, key: string) => server.apply(rows, key),
  showImported: async () => undefined,
}));
vi.mock('./file/read-file.ts', async () => {
  const { readTable } = await import('@keyhold/client/sheet/read-table.ts');
  return { readFile: async (file: Blob) => readTable(new Uint8Array(await file.arrayBuffer())) };
});

const item = (row: number, outcome: ImportItem['outcome']): ImportItem => ({
  row,
  outcome,
  changes: [],
  problems: outcome === 'refuse' ? [{ code: 'invalid', path: 'email', message: 'Invalid email' }] : [],
});
const judged = (rows: readonly { email?: unknown }[]): ImportItem[] =>
  rows.map(({ email }, row) => item(row, String(email).includes('@') ? 'create' : 'refuse'));

beforeEach(() => {
  server.check.mockReset().mockImplementation(async (rows) => judged(rows));
  server.apply.mockReset().mockImplementation(async (rows) => judged(rows));
});

let accounts = 0;
async function opened(lines: readonly string[]) {
  accounts += 1;
  const work = importWork(`account ${accounts}`);
  work.open(new Blob([`email\n${lines.join('\n')}`]), 'people.csv');
  await vi.waitFor(() => expect(work.get().phase).toBe('checked'));
  return work;
}
const outcomes = (work: ReturnType<typeof importWork>) => work.get().rows.map(({ result }) => result?.outcome);

test('an e-mail that an earlier row has is refused, until that row is mended', async () => {
  const work = await opened(['a@b.example', 'A@b.example', 'c@b.example']);
  expect(outcomes(work)).toEqual(['create', 'refuse', 'create']);
  work.mend(0, 'email', 'z@b.example');
  await vi.waitFor(() => expect(outcomes(work)).toEqual(['create', 'create', 'create']));
  expect(server.check.mock.calls.at(-1)?.[0]).toHaveLength(2);
});

test('cells that are mended one after the other are all checked', async () => {
  const work = await opened(['one', 'two', 'three@b.example']);
  work.mend(0, 'email', 'one@b.example');
  work.mend(1, 'email', 'two@b.example');
  await vi.waitFor(() => expect(work.get().phase).toBe('checked'));
  expect(outcomes(work)).toEqual(['create', 'create', 'create']);
});

test('a check that a mended cell ends is no failure', async () => {
  const work = await opened(['one', 'two@b.example']);
  server.check.mockImplementationOnce(
    (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  const calls = server.check.mock.calls.length;
  work.mend(0, 'email', 'one@b.example');
  await vi.waitFor(() => expect(server.check.mock.calls.length).toBe(calls + 1));
  work.mend(1, 'email', 'other@b.example');
  await vi.waitFor(() => expect(work.get().phase).toBe('checked'));
  expect([outcomes(work), work.get().error]).toEqual([['create', 'create'], null]);
});

test('a stop ends after the request on its way, and what is left goes on with the same keys', async () => {
  const work = await opened(Array.from({ length: 250 }, (_, index) => `p${index}@b.example`));
  server.apply.mockImplementationOnce(async (rows) => {
    work.stop();
    return judged(rows);
  });
  work.start();
  await vi.waitFor(() => expect(work.get().phase).toBe('stopped'));
  expect(work.get().rows.filter(({ done }) => done)).toHaveLength(100);
  server.apply.mockRejectedValueOnce(new Error('The server cannot be reached.'));
  work.goOn();
  await vi.waitFor(() => expect(work.get().error).toEqual(new Error('The server cannot be reached.')));
  work.goOn();
  await vi.waitFor(() => expect(work.get().phase).toBe('checked'));
  expect(work.get().rows.every(({ done }) => done)).toBe(true);
  const keys = server.apply.mock.calls.map(([, key]) => key.split('-')[1]);
  expect(keys).toEqual(['0', '1', '1', '2']);
  expect(new Set(server.apply.mock.calls.map(([, key]) => key.split('-')[0])).size).toBe(1);
});

test('only rows that do something are sent, and refused ones can be mended afterwards', async () => {
  const work = await opened(['a@b.example', 'nobody']);
  work.start();
  await vi.waitFor(() => expect(work.get().rows[0]?.done).toBe(true));
  expect(server.apply.mock.calls[0]?.[0]).toEqual([{ email: 'a@b.example' }]);
  await vi.waitFor(() => expect(work.get().phase).toBe('checked'));
  work.mend(1, 'email', 'nobody@b.example');
  await vi.waitFor(() => expect(outcomes(work)).toEqual(['create', 'create']));
  expect(work.get().rows.map(({ done }) => done)).toEqual([true, false]);
});
