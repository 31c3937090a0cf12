import { parseArgs } from 'node:util';
import type * as z from 'zod';
import { StartError } from '../db/start-error.ts';
import { defaultRegion, environmentSchema, unknownSettings } from './environment.ts';

/** The configuration of a start, from options and environment; an option takes precedence. */
export type Configuration = Readonly<ReturnType<typeof configurationOf>>;

export const help = `Starts Keyhold: database, server and console.

Usage: npm start -- [options]

  --port PORT   listen on this port (KEYHOLD_PORT, default 8080)
  --host HOST   listen on this address (KEYHOLD_HOST, default 127.0.0.1)
  --data DIR    store all data in this folder (KEYHOLD_DATA_DIR, default ./data)
  --no-demo     start without demo data and mailbox
  --help        show this help

All other settings are environment variables; see docs/operations.md.`;

/**
 * Reads options and environment.
 *
 * @returns null when only the help was requested
 * @throws {StartError} with a sentence for every mistake, all at once.
 */
export function readConfiguration(argv: readonly string[], environment: NodeJS.ProcessEnv): Configuration | null {
  const options = readOptions(argv);
  if (options.help) return null;
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = environmentSchema.safeParse({
    ...given,
    ...(options.port === undefined ? {} : { KEYHOLD_PORT: options.port }),
    ...(options.host === undefined ? {} : { KEYHOLD_HOST: options.host }),
    ...(options.data === undefined ? {} : { KEYHOLD_DATA_DIR: options.data }),
  });
  if (!result.success) {
    // Two issues of one value may have the same message.
    throw new StartError([...new Set(result.error.issues.map((issue) => issue.message))].join('\n'));
  }
  const values = result.data;
  if (values.KEYHOLD_METRICS_PORT === values.KEYHOLD_PORT) {
    throw new StartError('KEYHOLD_METRICS_PORT must differ from the port of the server.');
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL) {
    throw new StartError('DATABASE_DIRECT_URL is set without DATABASE_URL. Set both, or neither.');
  }
  return configurationOf(values, options.demo, unknownSettings(given));
}

function configurationOf(values: z.output<typeof environmentSchema>, demo: boolean, warnings: readonly string[]) {
  const listening = { host: values.KEYHOLD_HOST, port: values.KEYHOLD_PORT };
  const production = values.NODE_ENV === 'production';
  return {
    ...listening,
    dataDirectory: values.KEYHOLD_DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    /** The same database bypassing a transaction-mode pooler. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    demo: demo && !production,
    production,
    publicUrl: (values.KEYHOLD_PUBLIC_URL ?? displayAddress(listening)).replace(/\/+$/, ''),
    region: values.KEYHOLD_REGION ?? defaultRegion,
    /** Whether the region was set, so that one that has no effect is reported. */
    regionIsSet: values.KEYHOLD_REGION !== undefined,
    productTitle: values.KEYHOLD_PRODUCT_TITLE,
    providerAccountId: values.KEYHOLD_PROVIDER_ACCOUNT_ID?.toLowerCase(),
    providerEmailDomain: values.KEYHOLD_PROVIDER_EMAIL_DOMAIN.toLowerCase(),
    sharedProductId: values.KEYHOLD_SHARED_PRODUCT_ID,
    rootEmail: values.KEYHOLD_ROOT_EMAIL ?? `root@${values.KEYHOLD_PROVIDER_EMAIL_DOMAIN.toLowerCase()}`,
    sessionHours: values.KEYHOLD_SESSION_HOURS,
    /** Keys that secrets in the database are sealed with; without them, those of a file in the data folder. */
    secretKeys: values.KEYHOLD_SECRET_KEYS,
    /** Seconds between becoming unready and stopping. */
    drainSeconds: values.KEYHOLD_DRAIN_SECONDS,
    /** Days after which deleted rows are removed for good. */
    purgeDays: values.KEYHOLD_PURGE_DAYS,
    trustProxy: values.KEYHOLD_TRUST_PROXY,
    corsOrigins: values.KEYHOLD_CORS_ORIGINS,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.KEYHOLD_MAIL_FROM,
    /** A separate port for /metrics. */
    metricsPort: values.KEYHOLD_METRICS_PORT,
    /** The token that allows a caller to read /metrics on the main port. */
    metricsToken: values.KEYHOLD_METRICS_TOKEN,
    /** The server's own backups: folder, interval in hours, and number of kept ones; undefined without a folder. */
    backups: values.KEYHOLD_BACKUP_DIR
      ? { folder: values.KEYHOLD_BACKUP_DIR, hours: values.KEYHOLD_BACKUP_HOURS, keep: values.KEYHOLD_BACKUP_KEEP }
      : undefined,
    /** Whether webhooks may target this machine and private networks. */
    webhooksAllowPrivate: values.KEYHOLD_WEBHOOKS_ALLOW_PRIVATE === 'true',
    /** Whether identity providers may be on this machine and in private networks, and use plain http. */
    ssoAllowPrivate: values.KEYHOLD_SSO_ALLOW_PRIVATE === 'true',
    /** Where traces are sent; null if they are off. */
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          service: values.OTEL_SERVICE_NAME,
          share: values.OTEL_TRACES_SAMPLER_ARG,
        }
      : null,
    logLevel: values.KEYHOLD_LOG_LEVEL ?? (production ? 'info' : 'warn'),
    /** A sentence for each setting that is probably a mistake but does not prevent the start. */
    warnings,
  };
}

/** The address that a server listens on. */
interface Listening {
  readonly host: string;
  readonly port: number;
}

/**
 * The URL at which this machine reaches a server that listens on a host; `localhost` if it listens on all addresses.
 */
export function addressOf({ host, port }: Listening): string {
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Like {@link addressOf}, but with `localhost` for the default host, for display. */
export function displayAddress({ host, port }: Listening): string {
  return addressOf({ host: host === '127.0.0.1' ? 'localhost' : host, port });
}

function readOptions(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        demo: { type: 'boolean', default: true },
        help: { type: 'boolean', default: false },
      },
      allowNegative: true,
    });
    return values;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new StartError(`${reason}. Use --help to list the options.`);
  }
}
