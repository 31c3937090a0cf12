import type { Announcement } from './announce.ts';

/** How far back a node remembers what it heard, in milliseconds, and how much at most. */
const span = 60_000;
const most = 10_000;

/** What was heard within the last minute, for who begins to listen a little late. */
export interface Recent {
  add(announcement: Announcement | null): void;
  /** What was heard within so many milliseconds, oldest first; `null` where some of it may be missing. */
  within(past: number): readonly (Announcement | null)[];
}

/**
 * Remembers announcements for a minute. Of more than it can hold it remembers only that there were more.
 *
 * @param now milliseconds of a clock that never goes back.
 */
export function rememberRecent(now: () => number = () => performance.now()): Recent {
  let heard: { at: number; announcement: Announcement | null }[] = [];
  return {
    add(announcement) {
      const at = now();
      if (heard.length >= most) heard = [{ at, announcement: null }];
      if (heard[0] && heard[0].at < at - 2 * span) heard = heard.filter((each) => each.at >= at - span);
      heard.push({ at, announcement });
    },
    within(past) {
      const since = now() - Math.min(past, span);
      return heard.filter(({ at }) => at >= since).map(({ announcement }) => announcement);
    },
  };
}
