import { describe, expect, it } from 'vitest';
import { addressOf, displayAddress, readConfiguration } from './configuration.ts';

/** The messages with which a start with these variables and options is refused. */
function mistakes(environment: Record<string, string>, argv: string[] = []): string[] {
  try {
    readConfiguration(argv, environment);
    return [];
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'StartError') throw error;
    return error.message.split('\n');
  }
}

function read(environment: Record<string, string> = {}, argv: string[] = []) {
  const configuration = readConfiguration(argv, environment);
  if (!configuration) throw new Error('There is no configuration.');
  return configuration;
}

const port = 'The port (--port or KEYHOLD_PORT) must be a whole number from 1 to 65535.';
const hours = 'KEYHOLD_SESSION_HOURS must be a number of hours from 1 to 720.';
const days = 'KEYHOLD_PURGE_DAYS must be a number of days from 1 to 3650.';
const drain = 'KEYHOLD_DRAIN_SECONDS must be a number of seconds from 0 to 300.';
const url = 'KEYHOLD_PUBLIC_URL must be an http or https address.';
const user = 'KEYHOLD_PUBLIC_URL must not name a user or a password: links are made from it.';
const title = 'KEYHOLD_PRODUCT_TITLE must be one line of visible text.';
const region = 'KEYHOLD_REGION must be lower-case letters, digits and hyphens, at most 40.';
const proxy =
  'KEYHOLD_TRUST_PROXY must be true, false, or addresses of proxies such as 10.0.0.0/8, separated by commas.';
const cors = 'KEYHOLD_CORS_ORIGINS must be origins such as https://app.example.com, separated by commas.';
const mailServer = 'SMTP_URL must name a host, and encode special characters of user and password, such as % as %25.';
const smtp = 'SMTP_URL must be an address of the form smtp://user:password@host:587.';
const from = 'KEYHOLD_MAIL_FROM must be an e-mail address, or a name and one: Keyhold <no-reply@keyhold.example>.';
const metricsPort = 'KEYHOLD_METRICS_PORT must be a whole number from 1 to 65535.';
const headers = 'OTEL_EXPORTER_OTLP_HEADERS must be headers of the form name=value, separated by commas.';
const metricsToken = 'KEYHOLD_METRICS_TOKEN must have 16 or more characters, none of them a space.';

describe('the configuration', () => {
  it.each([
    ['KEYHOLD_PORT', 'eighty', port],
    ['KEYHOLD_PORT', '0', port],
    ['KEYHOLD_PORT', '65536', port],
    ['KEYHOLD_PORT', '80.5', port],
    [
      'DATABASE_DIRECT_URL',
      'postgresql://keyhold@db/keyhold',
      'DATABASE_DIRECT_URL is set without DATABASE_URL. Set both, or neither.',
    ],
    ['KEYHOLD_PUBLIC_URL', 'keyhold.example', url],
    ['KEYHOLD_PUBLIC_URL', 'ftp://keyhold.example', url],
    [
      'KEYHOLD_PUBLIC_URL',
      'https://keyhold.example/?a=b',
      'KEYHOLD_PUBLIC_URL must end before a ? or #: links are made from it.',
    ],
    ['KEYHOLD_PUBLIC_URL', 'https://ada:secret@keyhold.example', user],
    ['KEYHOLD_PUBLIC_URL', 'https://ada@keyhold.example', user],
    [
      'KEYHOLD_PUBLIC_URL',
      'https://keyhold.example/licensing/',
      'KEYHOLD_PUBLIC_URL must have no path: Keyhold needs a host name of its own.',
    ],
    ['KEYHOLD_REGION', 'EU 1', region],
    ['KEYHOLD_REGION', 'eu:1', region],
    ['KEYHOLD_PRODUCT_TITLE', 'x'.repeat(201), 'KEYHOLD_PRODUCT_TITLE has at most 100 characters.'],
    ['KEYHOLD_PRODUCT_TITLE', 'Acme\nLicensing', title],
    ['KEYHOLD_PRODUCT_TITLE', ' ', title],
    ['KEYHOLD_PRODUCT_TITLE', '\u200b\u2060', title],
    ['KEYHOLD_PROVIDER_ACCOUNT_ID', '17', 'KEYHOLD_PROVIDER_ACCOUNT_ID must be a UUID.'],
    ['KEYHOLD_PROVIDER_EMAIL_DOMAIN', '@keyhold.example', 'KEYHOLD_PROVIDER_EMAIL_DOMAIN must be a domain name.'],
    ['KEYHOLD_SHARED_PRODUCT_ID', 'Keyhold Studio', 'KEYHOLD_SHARED_PRODUCT_ID must be the id of a product.'],
    ['KEYHOLD_ROOT_EMAIL', 'root', 'KEYHOLD_ROOT_EMAIL must be an e-mail address.'],
    ['KEYHOLD_SESSION_HOURS', '0', hours],
    ['KEYHOLD_SESSION_HOURS', '0.5', hours],
    ['KEYHOLD_SESSION_HOURS', 'long', hours],
    ['KEYHOLD_PURGE_DAYS', '4000', days],
    ['KEYHOLD_DRAIN_SECONDS', '-1', drain],
    ['KEYHOLD_DRAIN_SECONDS', '301', drain],
    ['KEYHOLD_TRUST_PROXY', 'yes', proxy],
    ['KEYHOLD_TRUST_PROXY', '10.0.0.0/33', proxy],
    ['KEYHOLD_TRUST_PROXY', '10.0.0.1, proxy', proxy],
    ['KEYHOLD_CORS_ORIGINS', 'app.example.com', cors],
    ['KEYHOLD_CORS_ORIGINS', 'https://app.example.com/', cors],
    ['KEYHOLD_CORS_ORIGINS', 'https://a.example, *', cors],
    ['SMTP_URL', 'mail.example.com', smtp],
    ['SMTP_URL', 'http://mail.example.com', smtp],
    ['SMTP_URL', 'smtp://', mailServer],
    ['SMTP_URL', 'smtp://user:100%@mail.example.com', mailServer],
    ['KEYHOLD_MAIL_FROM', 'Keyhold', from],
    ['KEYHOLD_MAIL_FROM', 'Keyhold <>', from],
    ['KEYHOLD_MAIL_FROM', 'Keyhold <no-reply>', from],
    ['KEYHOLD_MAIL_FROM', 'a@b.example\r\nBcc: c@d.example', from],
    ['KEYHOLD_METRICS_PORT', 'x', metricsPort],
    ['KEYHOLD_METRICS_TOKEN', 'short', metricsToken],
    ['KEYHOLD_BACKUP_HOURS', '0', 'KEYHOLD_BACKUP_HOURS must be a number of hours from 1 to 168.'],
    ['KEYHOLD_BACKUP_KEEP', '0', 'KEYHOLD_BACKUP_KEEP must be a number of backups from 1 to 1000.'],
    ['KEYHOLD_METRICS_TOKEN', 'a token with spaces in it', metricsToken],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'collector:4318',
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, such as http://127.0.0.1:4318.',
    ],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a b=1', headers],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=%zz', headers],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.'],
    ['KEYHOLD_LOG_LEVEL', 'loud', 'KEYHOLD_LOG_LEVEL must be fatal, error, warn, info or debug.'],
  ])('%s=%j is reported as one mistake, in one sentence', (name, value, sentence) => {
    expect(mistakes({ [name]: value })).toEqual([sentence]);
  });

  it('reports every mistake at once', () => {
    expect(mistakes({ KEYHOLD_PORT: 'x', KEYHOLD_REGION: 'E', SMTP_URL: 'x' })).toEqual([port, region, smtp]);
  });

  it('names an unknown option', () => {
    expect(mistakes({}, ['--prot', '80'])).toEqual(["Unknown option '--prot'. Use --help to list the options."]);
    expect(mistakes({}, ['--host', ''])).toEqual(['The host (--host or KEYHOLD_HOST) must not be empty.']);
    expect(mistakes({}, ['--data', ''])).toEqual(['The data folder (--data or KEYHOLD_DATA_DIR) must not be empty.']);
  });

  it('refuses the same port for the server and its metrics', () => {
    const sentence = 'KEYHOLD_METRICS_PORT must differ from the port of the server.';
    expect(mistakes({ KEYHOLD_METRICS_PORT: '8080' })).toEqual([sentence]);
    expect(mistakes({ KEYHOLD_METRICS_PORT: '9000' }, ['--port', '9000'])).toEqual([sentence]);
  });

  it('has defaults for everything, even if a variable is empty', () => {
    expect(read({ KEYHOLD_PORT: '', KEYHOLD_CORS_ORIGINS: '', KEYHOLD_TRUST_PROXY: '' })).toEqual({
      host: '127.0.0.1',
      port: 8080,
      dataDirectory: './data',
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      demo: true,
      production: false,
      publicUrl: 'http://localhost:8080',
      region: 'eu-1',
      regionIsSet: false,
      productTitle: 'Keyhold',
      providerAccountId: undefined,
      providerEmailDomain: 'keyhold.example',
      sharedProductId: 'keyhold-studio-shared',
      rootEmail: 'root@keyhold.example',
      sessionHours: 12,
      drainSeconds: 0,
      purgeDays: 30,
      trustProxy: false,
      corsOrigins: [],
      smtpUrl: undefined,
      mailFrom: 'Keyhold <no-reply@keyhold.example>',
      metricsPort: undefined,
      metricsToken: undefined,
      backups: undefined,
      webhooksAllowPrivate: false,
      ssoAllowPrivate: false,
      tracing: null,
      logLevel: 'warn',
      warnings: [],
    });
  });

  it('derives the public address from the address it listens on', () => {
    const at = (host: string) => {
      const { publicUrl, ...configuration } = read({}, ['--host', host]);
      expect(publicUrl).toBe(displayAddress(configuration));
      return publicUrl;
    };
    for (const everywhere of ['127.0.0.1', '0.0.0.0', '::', 'localhost']) {
      expect(at(everywhere)).toBe('http://localhost:8080');
    }
    expect(at('192.168.1.5')).toBe('http://192.168.1.5:8080');
    expect(at('::1')).toBe('http://[::1]:8080');
    expect(at('keyhold.example')).toBe('http://keyhold.example:8080');
    expect(addressOf({ host: '127.0.0.1', port: 80 })).toBe('http://127.0.0.1:80');
  });

  it('accepts valid values', () => {
    expect(read({ KEYHOLD_PORT: '9000' }, ['--port', '9001']).port).toBe(9001);
    for (const written of ['https://keyhold.example/', 'HTTPS://Keyhold.Example:443']) {
      expect(read({ KEYHOLD_PUBLIC_URL: written }).publicUrl).toBe('https://keyhold.example');
    }
    expect(read({ KEYHOLD_TRUST_PROXY: 'true' }).trustProxy).toBe(true);
    expect(read({ KEYHOLD_TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::/8' }).trustProxy).toBe(
      'loopback,10.0.0.0/8,fd00::/8',
    );
    expect(read({ KEYHOLD_CORS_ORIGINS: 'https://a.example, http://localhost:5173' }).corsOrigins).toEqual([
      'https://a.example',
      'http://localhost:5173',
    ]);
    for (const sender of [
      'no-reply@acme.example',
      'Acme, Licensing <no-reply@acme.example>',
      '<no-reply@acme.example>',
    ]) {
      expect(read({ KEYHOLD_MAIL_FROM: sender }).mailFrom).toBe(sender);
    }
    expect(read({ KEYHOLD_METRICS_PORT: '9464', KEYHOLD_METRICS_TOKEN: '0123456789abcdef' })).toMatchObject({
      metricsPort: 9464,
      metricsToken: '0123456789abcdef',
    });
  });

  it('makes backups if there is a folder for them', () => {
    expect(read({ KEYHOLD_BACKUP_DIR: '/backups', KEYHOLD_BACKUP_KEEP: '3' }).backups).toEqual({
      folder: '/backups',
      hours: 24,
      keep: 3,
    });
  });

  it('sends traces if there is a collector', () => {
    expect(read({}).tracing).toBeNull();
    expect(
      read({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example',
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b, x-other=c=d',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
      }).tracing,
    ).toEqual({
      endpoint: 'https://collector.example',
      headers: { 'x-key': 'a b', 'x-other': 'c=d' },
      service: 'keyhold',
      share: 0.1,
    });
  });

  it('has no demo in production, and logs more', () => {
    expect(read({ NODE_ENV: 'production' })).toMatchObject({ demo: false, production: true, logLevel: 'info' });
    expect(read({}, ['--no-demo'])).toMatchObject({ demo: false, production: false });
  });

  it('warns of a variable that looks like a setting but is none', () => {
    const environment = {
      KEYHOLD_PROT: '80',
      KEYHOLD_PASSWORD: 'x',
      KEYHOLD_E2E_PORT: '1',
      KEYHOLD_EMPTY: '',
      OTHER: 'x',
    };
    expect(read(environment).warnings).toEqual([
      'KEYHOLD_PROT is set, but there is no such setting; docs/operations.md lists them all.',
    ]);
  });

  it('is null for --help', () => {
    expect(readConfiguration(['--help'], {})).toBeNull();
  });
});
