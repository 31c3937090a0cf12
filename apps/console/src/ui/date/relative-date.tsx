import { type ReactNode, useSyncExternalStore } from 'react';
import { listText } from '#text/lists.ts';
import looks from '#ui/theme/looks.module.css';
import { day, exactTime, relativeTime } from './dates.ts';
import styles from './relative-date.module.css';

/** One clock for every date on the screen, so that they all step together. */
let now = Date.now();
/** In ms. */
const step = 30_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, step);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function current(): number {
  // A clock that nobody watched has stood still. If it stepped at every look, React would find that it changed while a
  // list was rendered, and render it all again.
  if (timer === undefined && Math.abs(Date.now() - now) > step) now = Date.now();
  return now;
}

/** The time now, which steps on. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, current);
}

/** A moment in some words; pointing at it or focusing it shows the exact instant. */
export function moment(value: string, words: ReactNode): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard reaches the exact instant.
    <time className={styles.moment} dateTime={value} data-tip={exactTime(value)} tabIndex={0}>
      {words}
    </time>
  );
}

/** A date as relative time at a moment. A null date is `Never`. */
export function relativeDate(value: string | null, now: number): ReactNode {
  if (value === null) return <span className={looks.muted}>{listText.never}</span>;
  return moment(value, relativeTime(value, now));
}

/** A date as relative time, which steps on. */
export function RelativeDate({ value }: { value: string | null }) {
  return relativeDate(value, useNow());
}

/** Within this time of a day it has a colour of its own. */
const near = 30 * 86_400_000;

/** A day that matters by itself, such as an end: the date, and how far it is, which stands out when it is near or past. */
export function RelativeDay({ value }: { value: string }) {
  const clock = useNow();
  const left = Date.parse(value) - clock;
  const tone = left < 0 ? looks.past : left < near ? looks.near : looks.muted;
  return moment(
    value,
    <>
      {day(value)} <span className={tone}>{relativeTime(value, clock)}</span>
    </>,
  );
}
