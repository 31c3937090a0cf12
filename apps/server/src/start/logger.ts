import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';

/**
 * Creates the log: one JSON object for each line. Details that PostgreSQL adds to an error are redacted, because they
 * may contain a whole row, including its secrets.
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
