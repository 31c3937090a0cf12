import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import type { Configuration } from './configuration.ts';

/** The parts that a demo adds to the server. It is a separate workspace, `apps/demo`, which production never loads. */
export interface Demo {
  /** Makes mail readable at /dev/mailbox. */
  installMailbox(app: FastifyInstance, services: Services): void;
  /** Fills an empty database, and prints the sign-in details of its users. */
  seedDemo(services: Services, dataDirectory: string): Promise<void>;
  /** Starts the example applications, which consume licenses. */
  startDemoDevices(services: Services, configuration: Configuration): { close(): Promise<void> };
  /** Starts the identity provider of one account's users. */
  startIdentityProvider(services: Services, configuration: Configuration): Promise<{ close(): Promise<void> }>;
}

/** Imports the demo. The entry points pass it in, so that the server does not depend on the demo. */
export type LoadDemo = () => Promise<Demo>;

/** The file with the sign-in details of the demo's users. */
export const credentialsFile = 'demo-credentials.json';
