import type { Logger } from 'pino';
import { isUnavailable } from '../db/errors.ts';
import { mailState } from '../mail/state.ts';
import type { Services } from '../services.ts';
import { type Configuration, displayAddress } from './configuration.ts';
import { firstRootLink } from './first-start.ts';

/** Prints the address of a server that listens, and for its operator the first activation link and what is wrong with mail. */
export async function greet(
  configuration: Configuration,
  services: Pick<Services, 'db' | 'installation'>,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  if (!configuration.demo) {
    // The server works already: a database that is away for a moment does not end it.
    await greetOperator(configuration, services).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      log.warn({ err: error }, 'The database cannot be read at this moment; it is unknown whether mail waits.');
    });
  }
  console.log(`Keyhold is ready at ${displayAddress(configuration)}`);
}

async function greetOperator(
  configuration: Configuration,
  services: Pick<Services, 'db' | 'installation'>,
): Promise<void> {
  const link = await firstRootLink(services.db, services.installation, configuration.rootEmail);
  if (link) console.log(`Activate the first Root Administrator (${configuration.rootEmail}): ${link}`);
  const { warning } = await mailState(services.db, configuration);
  if (warning) console.log(warning);
}
