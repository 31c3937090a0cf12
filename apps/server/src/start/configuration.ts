import { parseArgs } from 'node:util';
import * as z from 'zod';
import { StartError } from '../db/open-error.ts';

/** What a start was asked for, by options and environment together; an option wins. */
export interface Configuration {
  readonly host: string;
  readonly port: number;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  readonly demo: boolean;
  readonly production: boolean;
  readonly publicUrl: string;
  readonly region: string;
  readonly productTitle: string;
  readonly providerAccountId: string | undefined;
  readonly providerEmailDomain: string;
  readonly sharedProductId: string;
  readonly rootEmail: string;
  readonly sessionHours: number;
  /** Days after which what was deleted is removed for good. */
  readonly purgeDays: number;
  readonly trustProxy: boolean | string;
  readonly corsOrigins: readonly string[];
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug';
}

export const help = `Starts Keyhold: database, server and console.

Usage: npm start -- [options]

  --port PORT   listen on this port (KEYHOLD_PORT, default 8080)
  --host HOST   listen on this address (KEYHOLD_HOST, default 127.0.0.1)
  --data DIR    keep everything in this folder (KEYHOLD_DATA_DIR, default ./data)
  --no-demo     start without demo data and mailbox
  --help        show this

Everything else is set by environment variables; docs/operations.md lists them.`;

const domain = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

/** One sentence per mistake: each names its variable. */
const environmentSchema = z.object({
  KEYHOLD_PORT: port('KEYHOLD_PORT').default(8080),
  KEYHOLD_HOST: z.string().min(1).default('127.0.0.1'),
  KEYHOLD_DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z.string().optional(),
  KEYHOLD_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'KEYHOLD_PUBLIC_URL must be an http or https address.' })
    .optional(),
  KEYHOLD_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'KEYHOLD_REGION must be lower-case letters, digits and hyphens.')
    .default('eu-1'),
  KEYHOLD_PRODUCT_TITLE: z
    .string()
    .min(1)
    .max(100, 'KEYHOLD_PRODUCT_TITLE has at most 100 characters.')
    .default('Keyhold'),
  KEYHOLD_PROVIDER_ACCOUNT_ID: z.uuid('KEYHOLD_PROVIDER_ACCOUNT_ID must be a UUID.').optional(),
  KEYHOLD_PROVIDER_EMAIL_DOMAIN: z
    .string()
    .regex(domain, 'KEYHOLD_PROVIDER_EMAIL_DOMAIN must be a domain name.')
    .default('keyhold.example'),
  KEYHOLD_SHARED_PRODUCT_ID: z
    .string()
    .regex(/^[a-z0-9-]{1,100}$/, 'KEYHOLD_SHARED_PRODUCT_ID must be the id of a product.')
    .default('keyhold-studio-shared'),
  KEYHOLD_ROOT_EMAIL: z.email('KEYHOLD_ROOT_EMAIL must be an e-mail address.').optional(),
  KEYHOLD_SESSION_HOURS: z.coerce
    .number('KEYHOLD_SESSION_HOURS must be a number of hours from 1 to 720.')
    .int('KEYHOLD_SESSION_HOURS must be a number of hours from 1 to 720.')
    .min(1, 'KEYHOLD_SESSION_HOURS must be a number of hours from 1 to 720.')
    .max(720, 'KEYHOLD_SESSION_HOURS must be a number of hours from 1 to 720.')
    .default(12),
  KEYHOLD_PURGE_DAYS: z.coerce
    .number('KEYHOLD_PURGE_DAYS must be a number of days from 1 to 3650.')
    .int('KEYHOLD_PURGE_DAYS must be a number of days from 1 to 3650.')
    .min(1, 'KEYHOLD_PURGE_DAYS must be a number of days from 1 to 3650.')
    .max(3650, 'KEYHOLD_PURGE_DAYS must be a number of days from 1 to 3650.')
    .default(30),
  KEYHOLD_TRUST_PROXY: z.string().optional(),
  KEYHOLD_CORS_ORIGINS: z.string().optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'SMTP_URL must be an address of the form smtp://user:password@host:587.' })
    .optional(),
  KEYHOLD_MAIL_FROM: z.string().min(3).default('Keyhold <no-reply@keyhold.example>'),
  KEYHOLD_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug'], 'KEYHOLD_LOG_LEVEL must be fatal, error, warn, info or debug.')
    .optional(),
  NODE_ENV: z.string().optional(),
});

/**
 * Reads options and environment.
 *
 * @returns null when only the help was asked for
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
  if (!result.success) throw new StartError(result.error.issues.map((issue) => issue.message).join('\n'));
  const values = result.data;
  const production = values.NODE_ENV === 'production';
  return {
    host: values.KEYHOLD_HOST,
    port: values.KEYHOLD_PORT,
    dataDirectory: values.KEYHOLD_DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    demo: options.demo && !production,
    production,
    publicUrl: (values.KEYHOLD_PUBLIC_URL ?? `http://localhost:${values.KEYHOLD_PORT}`).replace(/\/+$/, ''),
    region: values.KEYHOLD_REGION,
    productTitle: values.KEYHOLD_PRODUCT_TITLE,
    providerAccountId: values.KEYHOLD_PROVIDER_ACCOUNT_ID?.toLowerCase(),
    providerEmailDomain: values.KEYHOLD_PROVIDER_EMAIL_DOMAIN.toLowerCase(),
    sharedProductId: values.KEYHOLD_SHARED_PRODUCT_ID,
    rootEmail: values.KEYHOLD_ROOT_EMAIL ?? `root@${values.KEYHOLD_PROVIDER_EMAIL_DOMAIN.toLowerCase()}`,
    sessionHours: values.KEYHOLD_SESSION_HOURS,
    purgeDays: values.KEYHOLD_PURGE_DAYS,
    trustProxy: readTrustProxy(values.KEYHOLD_TRUST_PROXY),
    corsOrigins: (values.KEYHOLD_CORS_ORIGINS ?? '')
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.KEYHOLD_MAIL_FROM,
    logLevel: values.KEYHOLD_LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
}

function port(name: string) {
  const message = `${name === 'KEYHOLD_PORT' ? 'The port (--port or KEYHOLD_PORT)' : name} must be a whole number from 1 to 65535.`;
  return z.coerce.number(message).int(message).min(1, message).max(65_535, message);
}

/** `true`, `false`, or the proxies' addresses as a comma-separated list. */
function readTrustProxy(text: string | undefined): boolean | string {
  if (text === undefined || text === 'false') return false;
  return text === 'true' ? true : text;
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
    throw new StartError(`${reason}. See npm start -- --help.`);
  }
}
