import { type Command, defineCommand, Failure } from '@keyhold/cli';
import { StartError } from '../db/start-error.ts';
import { type Configuration, readConfiguration } from '../start/configuration.ts';
import type { OpenInstallation } from './open-installation.ts';

/** The option of every command on an installation. */
export interface LocalOptions {
  readonly data?: string;
}

/** Adds a command on an installation, with the option in {@link LocalOptions}. */
export function defineLocalCommand(...definition: Parameters<typeof defineCommand>): Command {
  return defineCommand(...definition).option(
    '--data <folder>',
    'data folder (KEYHOLD_DATA_DIR, default ./data); DATABASE_URL, if set, names the database instead',
  );
}

/** The configuration that a server start would have with the same options and environment. */
export function localConfiguration({ data }: LocalOptions): Configuration {
  const configuration = readConfiguration(data === undefined ? [] : ['--data', data], process.env);
  if (!configuration) throw new Error('There is no configuration.');
  return configuration;
}

/** Runs work on the installation's database, then stops PostgreSQL if it was started for that. */
export async function withInstallation<Result>(
  options: LocalOptions,
  work: (installation: OpenInstallation, configuration: Configuration) => Promise<Result>,
): Promise<Result> {
  const configuration = localConfiguration(options);
  const { openInstallation } = await import('./open-installation.ts');
  const installation = await openInstallation(configuration);
  try {
    return await work(installation, configuration);
  } finally {
    await installation.close();
  }
}

/** Turns errors of the server and its database into sentences. */
export function explainLocal(error: unknown): Failure | null {
  if (error instanceof StartError) return new Failure(error.message, { cause: error });
  if (!isRefusal(error)) return null;
  const reported = `PostgreSQL reports an error: ${error.message}.`;
  const advice = 'The schema of this database is not that of this version. Run: keyhold doctor\n';
  return new Failure(otherSchema.has(error.code) ? advice + reported : reported, { cause: error });
}

/** PostgreSQL's 'undefined_table' and 'undefined_column'. */
const otherSchema: ReadonlySet<unknown> = new Set(['42P01', '42703']);

/** Whether an error came from PostgreSQL. Checked by its properties, because most commands never load the driver. */
function isRefusal(error: unknown): error is Error & { readonly code: unknown } {
  return error instanceof Error && 'severity' in error && 'code' in error;
}
