import * as z from 'zod';
import { isSecretKey } from '../secrets/secret-box.ts';
import {
  hasNoPath,
  isEmail,
  isMailServer,
  isName,
  isOrigin,
  isProxy,
  isSender,
  namesNoUser,
} from './setting-formats.ts';

const domain = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

/** The region of a database that is created without one. */
export const defaultRegion = 'eu-1';

const share = 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.';

/** The description of a variable in docs/operations.md; the default is taken from its schema. */
interface Setting {
  readonly meaning: string;
  /** The command-line option that takes precedence over it. */
  readonly option?: string;
  /** The behavior without it, if the schema has no default. */
  readonly unset?: string;
  /** Whether it must be stored with secrets. */
  readonly secret?: true;
}

export const settings = z.registry<Setting>();

/**
 * Every variable that the server reads, in the order of docs/operations.md, whose table is generated from it. Each
 * mistake has one sentence, which names its variable.
 */
export const environmentSchema = z.object({
  KEYHOLD_PORT: whole('The port (--port or KEYHOLD_PORT) must be a whole number from 1 to 65535.', 1, 65_535)
    .default(8080)
    .register(settings, { option: '--port', meaning: 'Port to listen on' }),
  KEYHOLD_HOST: text('The host (--host or KEYHOLD_HOST) must not be empty.')
    .default('127.0.0.1')
    .register(settings, { option: '--host', meaning: 'Address to listen on; `0.0.0.0` for all' }),
  KEYHOLD_DATA_DIR: text('The data folder (--data or KEYHOLD_DATA_DIR) must not be empty.')
    .default('./data')
    .register(settings, { option: '--data', meaning: 'The data folder' }),
  NODE_ENV: z
    .string()
    .optional()
    .register(settings, { meaning: '`production` also means: no demo, and the log level `info`' }),
  DATABASE_URL: z
    .string()
    .optional()
    .register(settings, { secret: true, meaning: 'A PostgreSQL server instead of the embedded one, below' }),
  DATABASE_DIRECT_URL: z.string().optional().register(settings, {
    secret: true,
    unset: 'as `DATABASE_URL`',
    meaning:
      'The same database without the transaction pooler of `DATABASE_URL`, [below](#a-pooler-a-replica-a-failover)',
  }),
  KEYHOLD_PUBLIC_URL: z
    .url({
      protocol: /^https?$/,
      normalize: true,
      error: 'KEYHOLD_PUBLIC_URL must be an http or https address.',
      abort: true,
    })
    .refine((url) => !/[?#]/.test(url), 'KEYHOLD_PUBLIC_URL must end before a ? or #: links are made from it.')
    .refine(namesNoUser, 'KEYHOLD_PUBLIC_URL must not name a user or a password: links are made from it.')
    .refine(hasNoPath, 'KEYHOLD_PUBLIC_URL must have no path: Keyhold needs a host name of its own.')
    .optional()
    .register(settings, {
      unset: 'the address that the start prints: `http://localhost:` and the port, or the host of `--host`',
      meaning: 'The public address of the console, without a path; links in mails begin with it',
    }),
  KEYHOLD_PRODUCT_TITLE: z
    .string()
    .max(100, { error: 'KEYHOLD_PRODUCT_TITLE has at most 100 characters.', abort: true })
    .refine(isName, 'KEYHOLD_PRODUCT_TITLE must be one line of visible text.')
    .default('Keyhold')
    .register(settings, { meaning: "The product's name in console and mails" }),
  KEYHOLD_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'KEYHOLD_REGION must be lower-case letters, digits and hyphens, at most 40.')
    .optional()
    .register(settings, {
      unset: `\`${defaultRegion}\``,
      meaning: 'The region in resource names. Fixed at the first start',
    }),
  KEYHOLD_PROVIDER_ACCOUNT_ID: z.uuid('KEYHOLD_PROVIDER_ACCOUNT_ID must be a UUID.').optional().register(settings, {
    unset: 'generated at the first start',
    meaning: 'The UUID of the provider account. The server refuses to start if the database has another one',
  }),
  KEYHOLD_PROVIDER_EMAIL_DOMAIN: z
    .string()
    .regex(domain, 'KEYHOLD_PROVIDER_EMAIL_DOMAIN must be a domain name.')
    .default('keyhold.example')
    .register(settings, { meaning: "The provider's own e-mail domain" }),
  KEYHOLD_SHARED_PRODUCT_ID: z
    .string()
    .regex(/^[a-z0-9-]{1,100}$/, 'KEYHOLD_SHARED_PRODUCT_ID must be the id of a product.')
    .default('keyhold-studio-shared')
    .register(settings, { meaning: "The product whose licenses make an account's strategy Shared" }),
  KEYHOLD_ROOT_EMAIL: z
    .string()
    .refine(isEmail, 'KEYHOLD_ROOT_EMAIL must be an e-mail address.')
    .optional()
    .register(settings, { unset: '`root@` and the domain', meaning: 'The e-mail of the first Root Administrator' }),
  KEYHOLD_SESSION_HOURS: whole('KEYHOLD_SESSION_HOURS must be a number of hours from 1 to 720.', 1, 720)
    .default(12)
    .register(settings, { meaning: 'How long a sign-in lasts, 1 to 720 hours' }),
  KEYHOLD_SSO_ALLOW_PRIVATE: z
    .enum(['true', 'false'], 'KEYHOLD_SSO_ALLOW_PRIVATE must be true or false.')
    .default('false')
    .register(settings, {
      meaning:
        '`true` allows single sign-on providers on this machine and in private networks, and plain http, for a closed network. The demo allows plain http on this machine without it',
    }),
  KEYHOLD_WEBHOOKS_ALLOW_PRIVATE: z
    .enum(['true', 'false'], 'KEYHOLD_WEBHOOKS_ALLOW_PRIVATE must be true or false.')
    .default('false')
    .register(settings, {
      meaning: '`true` allows webhooks to this machine and to private networks, for a demo or a closed network',
    }),
  KEYHOLD_DRAIN_SECONDS: whole('KEYHOLD_DRAIN_SECONDS must be a number of seconds from 0 to 300.', 0, 300)
    .default(0)
    .register(settings, {
      meaning: 'How long a stopping server keeps answering while `/readyz` returns 503, 0 to 300 seconds',
    }),
  KEYHOLD_PURGE_DAYS: whole('KEYHOLD_PURGE_DAYS must be a number of days from 1 to 3650.', 1, 3650)
    .default(30)
    .register(settings, { meaning: 'Days after which deleted records are purged, 1 to 3650' }),
  KEYHOLD_TRUST_PROXY: z
    .string()
    .refine(
      (value) => value === 'true' || value === 'false' || listOf(value).every(isProxy),
      'KEYHOLD_TRUST_PROXY must be true, false, or addresses of proxies such as 10.0.0.0/8, separated by commas.',
    )
    .transform(trustOf)
    .default(false)
    .register(settings, {
      meaning:
        '`true`, or the addresses or networks of proxies whose `X-Forwarded-For` is trusted, such as `10.0.0.0/8` or `loopback`, separated by commas',
    }),
  KEYHOLD_CORS_ORIGINS: z
    .string()
    .transform(listOf)
    .refine(
      (origins) => origins.every(isOrigin),
      'KEYHOLD_CORS_ORIGINS must be origins such as https://app.example.com, separated by commas.',
    )
    .default([])
    .register(settings, { meaning: 'Origins whose pages may call the API, separated by commas' }),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'SMTP_URL must be an address of the form smtp://user:password@host:587.',
      abort: true,
    })
    .refine(
      isMailServer,
      'SMTP_URL must name a host, and encode special characters of user and password, such as % as %25.',
    )
    .optional()
    .register(settings, {
      secret: true,
      unset: 'none: mail waits',
      meaning: 'The mail server, `smtp://user:password@host:587` or `smtps://…`',
    }),
  KEYHOLD_MAIL_FROM: z
    .string()
    .refine(
      isSender,
      'KEYHOLD_MAIL_FROM must be an e-mail address, or a name and one: Keyhold <no-reply@keyhold.example>.',
    )
    .default('Keyhold <no-reply@keyhold.example>')
    .register(settings, { meaning: 'The sender of every mail' }),
  KEYHOLD_SECRET_KEYS: z
    .string()
    .transform(listOf)
    .refine(
      (keys) => keys.length > 0 && keys.every(isSecretKey),
      'KEYHOLD_SECRET_KEYS must be keys of 32 bytes in base64url, separated by commas; the first one seals.',
    )
    .optional()
    .register(settings, {
      secret: true,
      unset: 'the file `secret-keys` of the data folder',
      meaning:
        '[Keys for secrets](#keys-for-secrets): 32 bytes each in base64url, separated by commas. Required with `DATABASE_URL`: no file is created there, and the server does not start without one',
    }),
  KEYHOLD_METRICS_PORT: whole('KEYHOLD_METRICS_PORT must be a whole number from 1 to 65535.', 1, 65_535)
    .optional()
    .register(settings, { unset: 'none', meaning: 'A separate port for `/metrics`' }),
  KEYHOLD_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'KEYHOLD_METRICS_TOKEN must have 16 or more characters, none of them a space.')
    .optional()
    .register(settings, {
      secret: true,
      unset: 'none',
      meaning: 'The bearer token that permits reading `/metrics` on the main port; at least 16 characters',
    }),
  KEYHOLD_BACKUP_DIR: z.string().optional().register(settings, {
    unset: 'none: the server makes no backups',
    meaning: 'The folder into which the server writes scheduled [backups](#backups)',
  }),
  KEYHOLD_BACKUP_HOURS: whole('KEYHOLD_BACKUP_HOURS must be a number of hours from 1 to 168.', 1, 168)
    .default(24)
    .register(settings, { meaning: 'Hours between scheduled backups, 1 to 168' }),
  KEYHOLD_BACKUP_KEEP: whole('KEYHOLD_BACKUP_KEEP must be a number of backups from 1 to 1000.', 1, 1000)
    .default(14)
    .register(settings, { meaning: 'Number of backups to keep in the folder, 1 to 1000' }),
  KEYHOLD_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug'], 'KEYHOLD_LOG_LEVEL must be fatal, error, warn, info or debug.')
    .optional()
    .register(settings, {
      unset: '`warn`, in production `info`',
      meaning: '`fatal`, `error`, `warn`, `info` or `debug`; JSON lines on standard error',
    }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, such as http://127.0.0.1:4318.',
    })
    .optional()
    .register(settings, {
      unset: 'none: there are no traces',
      meaning: 'The collector of [traces](#traces), by OTLP over HTTP, without `/v1/traces`',
    }),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform(headersOf)
    .refine(
      (headers) => headers !== null,
      'OTEL_EXPORTER_OTLP_HEADERS must be headers of the form name=value, separated by commas.',
    )
    .optional()
    .register(settings, {
      secret: true,
      unset: 'none',
      meaning: 'Headers for the collector: `name=value`, separated by commas, values percent-encoded',
    }),
  OTEL_SERVICE_NAME: z
    .string()
    .max(100, 'OTEL_SERVICE_NAME has at most 100 characters.')
    .default('keyhold')
    .register(settings, { meaning: 'The service name in traces' }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number(share)
    .min(0, share)
    .max(1, share)
    .default(1)
    .register(settings, { meaning: 'The share of traces that are sent, 0 to 1' }),
});

/** Variables with the prefix that other programs read: examples, the CLI, development. */
const othersVariables: ReadonlySet<string> = new Set([
  'KEYHOLD_CLIENT_SECRET',
  'KEYHOLD_DEV_SERVER',
  'KEYHOLD_PASSWORD',
  'KEYHOLD_TOKEN',
  'KEYHOLD_URL',
]);

/** A sentence for each variable that is named like a setting but is none: it is probably misspelt. */
export function unknownSettings(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('KEYHOLD_') && !/^KEYHOLD_(TEST|E2E)_/.test(name))
    .filter((name) => !(name in environmentSchema.shape) && !othersVariables.has(name))
    .sort()
    .map((name) => `${name} is set, but there is no such setting; docs/operations.md lists them all.`);
}

function text(message: string) {
  return z.string().min(1, message);
}

function whole(message: string, least: number, most: number) {
  return z.coerce.number(message).int(message).min(least, message).max(most, message);
}

/** Parses headers by name; null if the value is invalid. */
function headersOf(value: string): Readonly<Record<string, string>> | null {
  const pairs = listOf(value).map((pair) => /^([\w!#$%&'*+.^`|~-]+)=([^\r\n]*)$/.exec(pair));
  if (pairs.includes(null)) return null;
  try {
    return Object.fromEntries(pairs.map((pair) => [String(pair?.[1]), decodeURIComponent(String(pair?.[2]))] as const));
  } catch {
    return null;
  }
}

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function trustOf(value: string): boolean | string {
  if (value === 'true' || value === 'false') return value === 'true';
  return listOf(value).join(',');
}
