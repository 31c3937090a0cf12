import { expect, it } from 'vitest';
import { createHeartbeatQueue } from './heartbeat-queue.ts';
import type { Heartbeat } from './keep-leases.sql.ts';
import type { GrantedLease } from './lease-row.ts';

const beat = (seq: number): Heartbeat => ({ session: 's', holder: 'h', lease: `lease-${seq}`, epoch: 1, seq });
const granted = ({ seq }: Heartbeat) => ({ epoch: seq }) as GrantedLease;

it('heartbeats that come while others are under way go together, each with its own answer', async () => {
  const batches: { readonly seqs: number[]; readonly answer: () => void; readonly fail: () => void }[] = [];
  const alone: number[] = [];
  const queue = createHeartbeatQueue(
    (beats) =>
      new Promise((resolve, reject) => {
        // Every seventh was left out.
        const answer = () => resolve(beats.map((one) => (one.seq % 7 === 0 ? null : granted(one))));
        batches.push({ seqs: beats.map(({ seq }) => seq), answer, fail: () => reject(new Error('away')) });
      }),
    async (one) => {
      alone.push(one.seq);
      return one.seq === 14 ? null : granted(one);
    },
  );
  const all = Array.from({ length: 14 }, (_, index) => queue.keep(beat(index + 1)));
  expect(batches.map(({ seqs }) => seqs)).toEqual([[1]]);
  batches[0]?.answer();
  expect(await all[0]).toEqual({ epoch: 1 });
  await expect.poll(() => batches.length).toBe(2);
  expect(batches[1]?.seqs).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  batches[1]?.answer();
  const answers = await Promise.all(all);
  expect(answers.map((one) => one?.epoch ?? null)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, null]);
  expect(alone).toEqual([7, 14]);
  const failing = [queue.keep(beat(1)), queue.keep(beat(2)), queue.keep(beat(3))];
  batches[2]?.fail();
  await expect.poll(() => batches.length).toBe(4);
  batches[3]?.answer();
  const settled = await Promise.allSettled(failing);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});
