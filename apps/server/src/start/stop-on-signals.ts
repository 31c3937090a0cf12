import type { Logger } from 'pino';

/** Maximum wait for a clean stop after the drain delay, in milliseconds; then the process exits. */
const stopTimeout = 15_000;

/** A signal counts as a second Ctrl-C if it comes later than this after the first, in milliseconds. */
const echo = 1_000;

/**
 * Stops cleanly at the first SIGINT or SIGTERM and exits the process; a second one exits without waiting. One Ctrl-C
 * arrives more than once: from the terminal, and forwarded by npm and the start script.
 *
 * @param drainSeconds how long the stop itself waits first
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
