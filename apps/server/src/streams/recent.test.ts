import { describe, expect, it } from 'vitest';
import type { Announcement } from './announce.ts';
import { rememberRecent } from './recent.ts';

const change = (rn: string): Announcement => ({ event: 'changed', account: 'acme', rn });

describe('what was heard lately', () => {
  it('is told again, oldest first, as far back as it is asked for', () => {
    let time = 0;
    const recent = rememberRecent(() => time);
    for (const rn of ['first', 'second', 'third']) {
      recent.add(change(rn));
      time += 1000;
    }
    expect(recent.within(2000)).toEqual([change('second'), change('third')]);
    expect(recent.within(0)).toEqual([]);
  });

  it('is forgotten after a minute, whatever is asked for', () => {
    let time = 0;
    const recent = rememberRecent(() => time);
    recent.add(change('old'));
    time = 61_000;
    recent.add(null);
    expect(recent.within(3_600_000)).toEqual([null]);
    time = 130_000;
    recent.add(change('new'));
    expect(recent.within(3_600_000)).toEqual([change('new')]);
  });

  it('says that something is missing when it was more than can be held', () => {
    const recent = rememberRecent(() => 0);
    for (let count = 0; count < 10_001; count += 1) recent.add(change('many'));
    expect(recent.within(1000)).toEqual([null, change('many')]);
  });
});
