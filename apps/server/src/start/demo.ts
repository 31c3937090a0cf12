import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import type { Configuration } from './configuration.ts';

/** What a demo adds to the server. It is a workspace of its own, `apps/demo`, which production never loads. */
export interface Demo {
  /** Makes mails readable at /dev/mailbox. */
  installMailbox(app: FastifyInstance, services: Services): void;
  /** Fills an empty database, and prints who can sign in. */
  seedDemo(services: Services, dataDirectory: string): Promise<void>;
  /** Starts the example applications, which consume licenses. */
  startDemoDevices(services: Services, configuration: Configuration): { close(): Promise<void> };
  /** Starts the provider at which people of one account sign in. */
  startIdentityProvider(services: Services, configuration: Configuration): Promise<{ close(): Promise<void> }>;
}

/** Imports the demo. The programs pass it in, so that the server depends on no demo. */
export type LoadDemo = () => Promise<Demo>;

/** The file with the sign-in details of the demo's people. */
export const credentialsFile = 'demo-credentials.json';
