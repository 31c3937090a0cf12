import { expect, it } from 'vitest';
import { createArrivals } from './arrivals.ts';

it('lets four arrivals of a line work at once, in their order, and none whose client has left', async () => {
  const arrivals = createArrivals();
  const { signal } = new AbortController();
  const begun: string[] = [];
  const works = new Map<string, PromiseWithResolvers<string>>();
  const arrive = (name: string, { line = 'studio', left = signal } = {}) => {
    const work = Promise.withResolvers<string>();
    works.set(name, work);
    return arrivals.run(line, left, () => {
      begun.push(name);
      return work.promise;
    });
  };
  const before = [arrive('one'), arrive('two')];
  const first = arrive('first');
  const second = arrive('second');
  const gone = arrive('gone', { left: AbortSignal.abort() });
  const leaving = new AbortController();
  const left = arrive('left', { left: leaving.signal });
  const third = arrive('third');
  const other = arrive('other', { line: 'render' });
  expect(begun).toEqual(['one', 'two', 'first', 'second', 'other']);
  // Those who have left give up their turns while everybody works.
  leaving.abort();
  await expect(gone).rejects.toMatchObject({ status: 499 });
  await expect(left).rejects.toMatchObject({ status: 499 });
  works.get('second')?.reject(new Error('The database is away.'));
  await expect(second).rejects.toThrow('The database is away.');
  expect(begun).toEqual(['one', 'two', 'first', 'second', 'other', 'third']);
  for (const name of ['one', 'two', 'first', 'third', 'other']) works.get(name)?.resolve(name);
  expect(await Promise.all([...before, first, third, other])).toEqual(['one', 'two', 'first', 'third', 'other']);
  const again = arrive('again');
  works.get('again')?.resolve('again');
  expect(await again).toBe('again');
});
