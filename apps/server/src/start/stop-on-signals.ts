import type { Logger } from 'pino';

/** Longest wait for a clean stop, in milliseconds; what still runs then is cut off. */
const patience = 15_000;

/** Stops cleanly at the first SIGINT or SIGTERM and ends the process; a second one does not wait. */
export function stopOnSignals(stop: () => Promise<void>, log: Logger): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => {
      log.error('The server did not stop in time and was cut off.');
      process.exit(1);
    }, patience).unref();
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
