import { isIP } from 'node:net';
import { emailSchema } from '@keyhold/contract';
import * as z from 'zod';
import { isSecretKey } from '../secrets/secret-box.ts';

const domain = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

/** Every variable that the server reads. One sentence per mistake: each names its variable. */
export const environmentSchema = z.object({
  KEYHOLD_PORT: whole('The port (--port or KEYHOLD_PORT) must be a whole number from 1 to 65535.', 1, 65_535).default(
    8080,
  ),
  KEYHOLD_HOST: text('The host (--host or KEYHOLD_HOST) must not be empty.').default('127.0.0.1'),
  KEYHOLD_DATA_DIR: text('The data folder (--data or KEYHOLD_DATA_DIR) must not be empty.').default('./data'),
  DATABASE_URL: z.string().optional(),
  DATABASE_DIRECT_URL: z.string().optional(),
  KEYHOLD_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'KEYHOLD_PUBLIC_URL must be an http or https address.' })
    .refine((url) => !/[?#]/.test(url), 'KEYHOLD_PUBLIC_URL must end before a ? or #: links are made from it.')
    .optional(),
  KEYHOLD_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'KEYHOLD_REGION must be lower-case letters, digits and hyphens, at most 40.')
    .default('eu-1'),
  KEYHOLD_PRODUCT_TITLE: z.string().max(100, 'KEYHOLD_PRODUCT_TITLE has at most 100 characters.').default('Keyhold'),
  KEYHOLD_PROVIDER_ACCOUNT_ID: z.uuid('KEYHOLD_PROVIDER_ACCOUNT_ID must be a UUID.').optional(),
  KEYHOLD_PROVIDER_EMAIL_DOMAIN: z
    .string()
    .regex(domain, 'KEYHOLD_PROVIDER_EMAIL_DOMAIN must be a domain name.')
    .default('keyhold.example'),
  KEYHOLD_SHARED_PRODUCT_ID: z
    .string()
    .regex(/^[a-z0-9-]{1,100}$/, 'KEYHOLD_SHARED_PRODUCT_ID must be the id of a product.')
    .default('keyhold-studio-shared'),
  KEYHOLD_ROOT_EMAIL: z.string().refine(isEmail, 'KEYHOLD_ROOT_EMAIL must be an e-mail address.').optional(),
  KEYHOLD_SESSION_HOURS: whole('KEYHOLD_SESSION_HOURS must be a number of hours from 1 to 720.', 1, 720).default(12),
  KEYHOLD_DRAIN_SECONDS: whole('KEYHOLD_DRAIN_SECONDS must be a number of seconds from 0 to 300.', 0, 300).default(0),
  KEYHOLD_SECRET_KEYS: z
    .string()
    .transform(listOf)
    .refine(
      (keys) => keys.length > 0 && keys.every(isSecretKey),
      'KEYHOLD_SECRET_KEYS must be keys of 32 bytes in base64url, separated by commas; the first one seals.',
    )
    .optional(),
  KEYHOLD_PURGE_DAYS: whole('KEYHOLD_PURGE_DAYS must be a number of days from 1 to 3650.', 1, 3650).default(30),
  KEYHOLD_TRUST_PROXY: z
    .string()
    .refine(
      (value) => value === 'true' || value === 'false' || listOf(value).every(isProxy),
      'KEYHOLD_TRUST_PROXY must be true, false, or addresses of proxies such as 10.0.0.0/8, separated by commas.',
    )
    .transform(trustOf)
    .default(false),
  KEYHOLD_CORS_ORIGINS: z
    .string()
    .transform(listOf)
    .refine(
      (origins) => origins.every(isOrigin),
      'KEYHOLD_CORS_ORIGINS must be origins such as https://app.example.com, separated by commas.',
    )
    .default([]),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'SMTP_URL must be an address of the form smtp://user:password@host:587.' })
    .optional(),
  KEYHOLD_MAIL_FROM: z
    .string()
    .refine(
      isSender,
      'KEYHOLD_MAIL_FROM must be an e-mail address, or a name and one: Keyhold <no-reply@keyhold.example>.',
    )
    .default('Keyhold <no-reply@keyhold.example>'),
  KEYHOLD_METRICS_PORT: whole('KEYHOLD_METRICS_PORT must be a whole number from 1 to 65535.', 1, 65_535).optional(),
  KEYHOLD_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'KEYHOLD_METRICS_TOKEN must have 16 or more characters, none of them a space.')
    .optional(),
  KEYHOLD_WEBHOOKS_ALLOW_PRIVATE: z
    .enum(['true', 'false'], 'KEYHOLD_WEBHOOKS_ALLOW_PRIVATE must be true or false.')
    .default('false'),
  KEYHOLD_SSO_ALLOW_PRIVATE: z
    .enum(['true', 'false'], 'KEYHOLD_SSO_ALLOW_PRIVATE must be true or false.')
    .default('false'),
  KEYHOLD_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug'], 'KEYHOLD_LOG_LEVEL must be fatal, error, warn, info or debug.')
    .optional(),
  NODE_ENV: z.string().optional(),
});

/** Variables with the prefix that other programs read: examples, the operator's commands, development. */
const othersVariables: ReadonlySet<string> = new Set([
  'KEYHOLD_CLIENT_SECRET',
  'KEYHOLD_DEV_SERVER',
  'KEYHOLD_PASSWORD',
  'KEYHOLD_TOKEN',
  'KEYHOLD_URL',
]);

/** A sentence for each variable that is named like a setting but is none: most likely it is misspelt. */
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

function listOf(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function isEmail(value: string): boolean {
  return emailSchema.safeParse(value).success;
}

/** `Name <address>`, or an address alone. */
function isSender(value: string): boolean {
  const address = /^[^<>\r\n]*<([^<>]+)>$/.exec(value)?.[1] ?? value;
  return isEmail(address);
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === value;
}

/** An address, a network, or one of the names that stand for networks. */
function isProxy(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits] = value.split('/');
  const version = isIP(address);
  if (version === 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function trustOf(value: string): boolean | string {
  if (value === 'true' || value === 'false') return value === 'true';
  return listOf(value).join(',');
}
