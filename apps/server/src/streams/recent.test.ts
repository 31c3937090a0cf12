import { describe, expect, it } from 'vitest';
import type { Announcement } from './announce.ts';
import { createRecent } from './recent.ts';

const change = (rn: string): Announcement => ({ event: 'changed', account: 'acme', rn });

describe('recent announcements', () => {
  it('are returned oldest first, as far back as requested', () => {
    let time = 0;
    const recent = createRecent(() => time);
    for (const rn of ['first', 'second', 'third']) {
      recent.add(change(rn));
      time += 1000;
    }
    expect(recent.within(2000)).toEqual([change('second'), change('third')]);
    expect(recent.within(0)).toEqual([]);
  });

  it('are dropped after a minute, however much is requested', () => {
    let time = 0;
    const recent = createRecent(() => time);
    recent.add(change('old'));
    time = 61_000;
    recent.add(null);
    expect(recent.within(3_600_000)).toEqual([null]);
    time = 130_000;
    recent.add(change('new'));
    expect(recent.within(3_600_000)).toEqual([change('new')]);
  });

  it('report that some are missing after an overflow', () => {
    const recent = createRecent(() => 0);
    for (let count = 0; count < 10_001; count += 1) recent.add(change('many'));
    expect(recent.within(1000)).toEqual([null, change('many')]);
  });
});
