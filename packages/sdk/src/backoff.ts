const first = 500;
const most = 15_000;

/**
 * How long to wait after a failure before trying again: about 0.5 s after the first, doubling up to 15 s, half of it
 * random so that the clients of a server that restarts do not all return at once.
 *
 * @param failures how many attempts in a row have failed, at least 1
 * @param random from 0 up to 1
 * @param askedMs how long the server asked to be left alone, if it said so
 */
export function backoff(failures: number, random: number, askedMs: number | null = null): number {
  const ceiling = Math.min(most, first * 2 ** Math.min(failures - 1, 30));
  return Math.max(ceiling / 2 + (random * ceiling) / 2, askedMs ?? 0);
}
