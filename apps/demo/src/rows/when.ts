/** Turns the demo's "days ago" into dates. */
export interface When {
  /** The date that many days ago; the time of day varies, so that events are not all at noon. */
  ago(days: number): Date;
  /** Midnight (UTC) in that many days; negative days are in the past. */
  inDays(days: number): Date;
}

const day = 86_400_000;

/**
 * @param now the database's time
 * @param random returns the time of day, from 0 up to 1
 */
export function datesFrom(now: Date, random: () => number): When {
  return {
    // Shifted by less than a day, so that events on different days stay in order.
    ago: (days) => new Date(now.getTime() - (days < 1 ? days : days - random() * 0.4) * day),
    inDays: (days) => new Date(Math.floor(now.getTime() / day + days) * day),
  };
}
