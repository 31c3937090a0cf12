import type { Logger } from 'pino';
import type { Database } from './db/database.ts';
import type { Listener } from './db/listener.ts';
import type { Installation } from './installation.ts';

/**
 * The services with a lifetime that requests and jobs share. Opened and closed only in `start/open-services.ts`. Layers
 * and modules declare those that they provide beside their types.
 */
export interface Services {
  readonly db: Database;
  readonly installation: Installation;
  readonly listener: Listener;
  readonly log: Logger;
  /**
   * Aborted when the server should get no new requests; it still answers all of them, and stops after its drain delay.
   */
  readonly draining: AbortSignal;
  /** Aborted when the server begins to stop: waiting requests end. */
  readonly stopping: AbortSignal;
}
