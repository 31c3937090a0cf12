import type { Announcement } from './announce.ts';

/** Maximum age, in milliseconds, and number of buffered announcements. */
const span = 60_000;
const most = 10_000;

/** A buffer of the last minute's announcements, for listeners that subscribe a little late. */
export interface Recent {
  add(announcement: Announcement | null): void;
  /** The announcements of the last `past` milliseconds, oldest first; `null` if some may be missing. */
  within(past: number): readonly (Announcement | null)[];
}

/**
 * Buffers announcements for a minute. An overflow replaces all of them with `null`.
 *
 * @param now milliseconds of a monotonic clock
 */
export function createRecent(now: () => number = () => performance.now()): Recent {
  let buffer: { at: number; announcement: Announcement | null }[] = [];
  return {
    add(announcement) {
      const at = now();
      if (buffer.length >= most) buffer = [{ at, announcement: null }];
      if (buffer[0] && buffer[0].at < at - 2 * span) buffer = buffer.filter((each) => each.at >= at - span);
      buffer.push({ at, announcement });
    },
    within(past) {
      const since = now() - Math.min(past, span);
      return buffer.filter(({ at }) => at >= since).map(({ announcement }) => announcement);
    },
  };
}
