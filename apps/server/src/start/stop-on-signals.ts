import type { Logger } from 'pino';

/** Longest wait for a clean stop after the drain delay, in milliseconds; then the process ends at once. */
const stopTimeout = 15_000;

/** A person's second Ctrl-C comes later than this after the first, in milliseconds. */
const echo = 1_000;

/**
 * Stops cleanly at the first SIGINT or SIGTERM and ends the process; a second one does not wait.
 * One Ctrl-C arrives more than once: from the terminal, and passed on by npm and the start script.
 *
 * @param drainSeconds how long the stop itself waits at first
 */
export function stopOnSignals(stop: () => Promise<void>, log: Logger, drainSeconds: number): void {
  let first: number | undefined;
  const onSignal = () => {
    if (first !== undefined) {
      if (performance.now() - first > echo) process.exit(1);
      return;
    }
    first = performance.now();
    setTimeout(
      () => {
        log.error('The server did not stop in time and was cut off.');
        process.exit(1);
      },
      drainSeconds * 1000 + stopTimeout,
    ).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'The server did not stop cleanly.');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
