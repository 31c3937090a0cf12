import { expect, it, vi } from 'vitest';
import { createGroupFlush } from './commit-before-flush.ts';
import { OutcomeUnknownError } from './outcome-unknown.ts';
import type { Outcome, Run } from './pipeline.ts';

/** A connection whose round trips the test ends. */
function connection() {
  const sent: unknown[] = [];
  const ends: ((outcome: Outcome) => void)[] = [];
  const run: Run = (statements) => {
    sent.push(statements[0]?.values[1]);
    return new Promise((resolve) => void ends.push(resolve));
  };
  return { sent, run, end: (outcome: Outcome = { results: [] }) => ends.shift()?.(outcome) };
}

const note = (payload: string) => [{ channel: 'notes', payload }];
const late = { add: vi.fn() };
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('flushes commits that arrive during a flush together in the next one, through the connection of the first', async () => {
  const flush = createGroupFlush(late);
  const [a, b, c] = [connection(), connection(), connection()];
  const first = flush(a.run, note('a'));
  await turn();
  const second = flush(b.run, note('b'));
  const third = flush(c.run, note('c'));
  await turn();
  // A flush that started before their commits does not cover them.
  expect([a.sent, b.sent, c.sent]).toEqual([[['a']], [], []]);
  a.end();
  await first.flushed;
  await turn();
  expect([b.sent, c.sent]).toEqual([[['b', 'c']], []]);
  expect([second.leads, third.leads]).toEqual([true, false]);
  let ended = false;
  void third.flushed.then(() => {
    ended = true;
  });
  await turn();
  expect(ended).toBe(false);
  b.end();
  await Promise.all([second.flushed, third.flushed]);
});

it('sends any number of notifications', async () => {
  const flush = createGroupFlush(late);
  const a = connection();
  void flush(a.run, []);
  void flush(a.run, Array(200_000).fill({ channel: 'notes', payload: 'a' }));
  await turn();
  expect(a.sent).toEqual([Array(200_000).fill('a')]);
});

it('fails all commits of a failed flush, and none of the next', async () => {
  const flush = createGroupFlush(late);
  const [a, b, c] = [connection(), connection(), connection()];
  const lost = [flush(a.run, []), flush(b.run, [])].map(({ flushed }) => flushed);
  await turn();
  const next = flush(c.run, note('c'));
  const gone = { results: [], failure: { error: new Error('The connection was lost.') } };
  a.end(gone);
  await turn();
  // The second attempt, without notifications.
  a.end(gone);
  for (const one of await Promise.allSettled(lost)) {
    expect(one).toMatchObject({ status: 'rejected', reason: expect.any(OutcomeUnknownError) });
  }
  await turn();
  c.end();
  await next.flushed;
  expect(c.sent).toEqual([['c']]);
});

it('flushes without the notifications that cannot be sent, which are sent later', async () => {
  const flush = createGroupFlush(late);
  const a = connection();
  const one = flush(a.run, note('a'));
  await turn();
  a.end({ results: [], failure: { error: new Error('The queue is full.') } });
  await turn();
  expect(a.sent).toEqual([['a'], []]);
  a.end();
  await one.flushed;
  expect(late.add).toHaveBeenLastCalledWith(note('a'));
});
