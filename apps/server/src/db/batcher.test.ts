import { expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

it('Inputs that arrive during a statement share the next one, each with its own output', async () => {
  const batches: { readonly inputs: readonly number[]; readonly answer: () => void; readonly fail: () => void }[] = [];
  const alone: number[] = [];
  const batcher = createBatcher<number, string>((inputs, lockedRows) => {
    if (lockedRows === '') {
      alone.push(...inputs);
      return Promise.resolve(inputs.map((input) => (input === 14 ? null : `alone ${input}`)));
    }
    return new Promise((resolve, reject) => {
      // Every seventh input is skipped.
      const answer = () => resolve(inputs.map((input) => (input % 7 === 0 ? null : `with others ${input}`)));
      batches.push({ inputs, answer, fail: () => reject(new Error('away')) });
    });
  });
  const all = Array.from({ length: 14 }, (_, index) => batcher(index + 1));
  expect(batches.map(({ inputs }) => inputs)).toEqual([[1]]);
  batches[0]?.answer();
  expect(await all[0]).toBe('with others 1');
  await expect.poll(() => batches.length).toBe(2);
  expect(batches[1]?.inputs).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  batches[1]?.answer();
  const outputs = await Promise.all(all);
  expect(outputs.slice(1, 6)).toEqual([2, 3, 4, 5, 6].map((input) => `with others ${input}`));
  expect(outputs.slice(6, 8)).toEqual(['alone 7', 'with others 8']);
  expect(outputs.at(-1)).toBeNull();
  expect(alone).toEqual([7, 14]);
  const failing = [batcher(1), batcher(2), batcher(3)];
  batches[2]?.fail();
  await expect.poll(() => batches.length).toBe(4);
  batches[3]?.answer();
  const settled = await Promise.allSettled(failing);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});
