/** Turns the demo's "days ago" into dates. */
export interface When {
  /** When something was that many days ago; at another time of the day each time, so that not everything is at noon. */
  ago(days: number): Date;
  /** Midnight (UTC) in so many days; negative ones are past. */
  inDays(days: number): Date;
}

const day = 86_400_000;

/**
 * @param now the database's time
 * @param random gives the time of the day; from 0 up to 1
 */
export function datesFrom(now: Date, random: () => number): When {
  return {
    // Less than a day earlier or later: the order of events on different days stays.
    ago: (days) => new Date(now.getTime() - (days < 1 ? days : days - random() * 0.4) * day),
    inDays: (days) => new Date(Math.floor(now.getTime() / day + days) * day),
  };
}
