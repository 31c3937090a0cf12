const first = 500;
const most = 15_000;
/** The longest delay that a server can request: a longer one, such as of a proxy, would outlast most leases. */
const mostAsked = 60_000;

/**
 * The delay before a retry: about 0.5 s after the first failure, doubling up to 15 s. Half of it is random, so that the
 * clients of a restarting server do not all reconnect at once.
 *
 * @param failures how many attempts in a row have failed, at least 1
 * @param random from 0 up to 1
 * @param askedMs the delay in milliseconds that the server requested, if any; at most a minute of it counts
 */
export function backoff(failures: number, random: number, askedMs: number | null = null): number {
  const ceiling = Math.min(most, first * 2 ** Math.min(failures - 1, 30));
  return Math.max(ceiling / 2 + (random * ceiling) / 2, Math.min(mostAsked, askedMs ?? 0));
}
