import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench } from './bench.ts';
import { tasks } from './tasks.ts';
import { tablesOf } from './written.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

describe.each(Object.keys(tasks))('%s, when the database is lost at any of its writes', (name) => {
  it('executes whole transactions only, and completes on a retry', async () => {
    const task = tasks[name];
    if (!task) throw new Error(`There is no ${name}.`);
    const ready = () => task.prepare(bench);
    const { written } = await bench.wholly(ready);
    expect(tablesOf(written)).toEqual(task.writes.toSorted());
    for await (const cut of bench.cuts(ready)) {
      if (!task.inChunks) expect([{}, written], cut.where).toContainEqual(cut.written);
      if (JSON.stringify(cut.written) !== JSON.stringify(written))
        expect((await cut.again()).written, cut.where).toEqual(written);
    }
  });
});
