import { describe, expect, it } from 'vitest';
import { createHashQueue } from './hash-queue.ts';

/** Work that ends when it is told to. */
function manual() {
  const finish: (() => void)[] = [];
  const begun: number[] = [];
  return {
    begun,
    work: (name: number) => () => {
      begun.push(name);
      return new Promise<number>((resolve) => finish.push(() => resolve(name)));
    },
    finishOne: async () => {
      finish.shift()?.();
      await new Promise(setImmediate);
    },
  };
}

describe('the queue of passwords to hash', () => {
  it('works on a few at once, the others in their order', async () => {
    const queue = createHashQueue(2, 10);
    const { begun, work, finishOne } = manual();
    const results = Promise.all([1, 2, 3, 4].map((name) => queue.run(work(name))));
    expect([begun, queue.load]).toEqual([[1, 2], { running: 2, waiting: 2 }]);
    await finishOne();
    expect([begun, queue.load]).toEqual([[1, 2, 3], { running: 2, waiting: 1 }]);
    for (let left = 3; left > 0; left -= 1) await finishOne();
    expect(await results).toEqual([1, 2, 3, 4]);
    expect(queue.load).toEqual({ running: 0, waiting: 0 });
  });

  it('refuses at once, with a time to come back, when it is full', async () => {
    const queue = createHashQueue(1, 1);
    const { work, finishOne } = manual();
    const first = queue.run(work(1));
    queue.requireRoom();
    const second = queue.run(work(2));
    expect(() => queue.requireRoom()).toThrow('Too many people sign in at this moment. Try again shortly.');
    await expect(queue.run(work(3))).rejects.toMatchObject({ status: 503, retryAfter: 2 });
    await finishOne();
    queue.requireRoom();
    await finishOne();
    expect(await Promise.all([first, second])).toEqual([1, 2]);
  });

  it('goes on after work that fails', async () => {
    const queue = createHashQueue(1, 1);
    await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await queue.run(async () => 'next')).toBe('next');
  });
});
