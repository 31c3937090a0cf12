import type { Logger } from 'pino';
import type { Database } from './db/database.ts';
import type { Installation } from './installation.ts';
import type { PasswordHasher } from './passwords/hasher.ts';
import type { SigningKeys } from './sessions/signing-keys.ts';
import type { Changes } from './streams/changes.ts';

/** What the calls are served with; made once at start. */
export interface Services {
  readonly db: Database;
  readonly installation: Installation;
  readonly keys: SigningKeys;
  readonly passwords: PasswordHasher;
  readonly changes: Changes;
  readonly log: Logger;
  /** How long a sign-in lasts, in hours. */
  readonly sessionHours: number;
  /** Aborted when the server is to be sent nothing new; it still answers everything, and stops after its drain delay. */
  readonly draining: AbortSignal;
  /** Aborted when the server begins to stop: what waits for something to happen waits no longer. */
  readonly stopping: AbortSignal;
}
