import { type ReactNode, useEffect, useState } from 'react';
import { listText } from '#i18n/text/every-page.ts';
import looks from '#ui/theme/looks.module.css';
import { day, exactTime, relativeTime } from './dates.ts';
import styles from './relative-date.module.css';

/** The current time, which advances every 30 s. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** A time in the given words; hover and focus show the exact instant. */
export function timeWithTip(value: string, words: ReactNode): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard reaches the exact instant.
    <time className={styles.time} dateTime={value} data-tip={exactTime(value)} tabIndex={0}>
      {words}
    </time>
  );
}

/** A date relative to `now`. A null date is `Never`. */
export function relativeDate(value: string | null, now: number): ReactNode {
  if (value === null) return <span className={looks.muted}>{listText.never}</span>;
  return timeWithTip(value, relativeTime(value, now));
}

/** A date as relative time, updated as time passes. */
export function RelativeDate({ value }: { value: string | null }) {
  return relativeDate(value, useNow());
}

/** A day that is nearer than this has its own colour, in ms. */
const near = 30 * 86_400_000;

/** An important day, such as an end: the date, and its distance, which is highlighted when it is near or past. */
export function RelativeDay({ value }: { value: string }) {
  const clock = useNow();
  const left = Date.parse(value) - clock;
  const tone = left < 0 ? looks.past : left < near ? looks.near : looks.muted;
  return timeWithTip(
    value,
    <>
      {day(value)} <span className={tone}>{relativeTime(value, clock)}</span>
    </>,
  );
}
