import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';

/**
 * Makes the log: a JSON object for each line. What the database adds to an error of its own is left out, because it may
 * show a whole row, with all that is secret in it.
 */
export function createLogger(level: LevelWithSilent, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: { paths: secretPlaces, remove: true },
    },
    destination,
  );
}

const secretPlaces = ['err.detail', 'err.where', 'err.internalQuery', 'err.cause.detail', 'err.cause.where'];
