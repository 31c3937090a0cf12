import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer as createPlain, get, type RequestListener } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { get as getSecure } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectSecure } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database/database.ts';
import { openClient } from '../db/pool.ts';
import { connectMailServer } from '../mail/smtp.ts';
import { postWebhook } from '../webhook-delivery/post-webhook.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { guardConnections } from './outgoing-connections.ts';
import { readCertificateEnd } from './read-certificate-end.ts';

let database: TestDatabase;
/** A server on this machine that must not be reached, and the number of its connections. */
let host: Server;
let port: number;
let connections = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  host = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).destroy();
  }).listen(0, '::');
  await once(host, 'listening');
  ({ port } = host.address() as AddressInfo);
});
afterAll(async () => {
  host.close();
  await database.drop();
});

const refusals: string[] = [];
let end: () => void;
beforeEach(() => {
  connections = 0;
  refusals.length = 0;
  end = guardConnections({ databases: [database.connectionString], collector: 'http://127.0.0.1:1' }, (error) =>
    refusals.push(error.message),
  );
});
afterEach(() => end());

const failed = (emitter: NodeJS.EventEmitter) => once(emitter, 'error').then(([error]) => Promise.reject(error));
const hosts = ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost', '8.8.8.8'];

/** How a library may reach out, to a host and port. */
const libraries: Readonly<Record<string, (name: string) => Promise<unknown>>> = {
  fetch: (name) => fetch(`http://${name}:${port}/`),
  'fetch by https': (name) => fetch(`https://${name}:${port}/`),
  WebSocket: (name) =>
    new Promise((_, reject) => new WebSocket(`ws://${name}:${port}/`).addEventListener('error', reject)),
  'node:http': (name) => failed(get(`http://${name}:${port}/`)),
  'node:http with an agent': (name) => failed(get(`http://${name}:${port}/`, { agent: false })),
  'node:https': (name) => failed(getSecure(`https://${name}:${port}/`)),
  'node:http2': (name) => failed(connectHttp2(`http://${name}:${port}/`)),
  'node:net': (name) => failed(connect({ host: name.replace(/^\[|\]$/g, ''), port })),
  'node:net by port and host': (name) => failed(connect(port, name.replace(/^\[|\]$/g, ''))),
  'a socket': (name) => failed(new Socket().connect(port, name.replace(/^\[|\]$/g, ''))),
  'node:tls': (name) => failed(connectSecure({ host: name.replace(/^\[|\]$/g, ''), port })),
};

describe.each(Object.entries(libraries))('A connection of a library by %s', (_how, reach) => {
  it.each(hosts)('is refused to %s', async (name) => {
    await expect(reach(name)).rejects.toBeDefined();
    expect(refusals.length).toBeGreaterThan(0);
    expect(connections).toBe(0);
  });
});

it('a connection of a library to a socket of this machine is refused', async () => {
  await expect(failed(get({ socketPath: '/run/other.sock', path: '/' }))).rejects.toMatchObject({ code: 'EACCES' });
  await expect(failed(connect('/run/other.sock'))).rejects.toMatchObject({ code: 'EACCES' });
});

it('the configured database is reached', async () => {
  const client = await openClient({ connectionString: database.connectionString }, 0);
  await client.end();
  expect(refusals).toEqual([]);
});

it('the configured mail server and collector are reached, by name and by address', async () => {
  end();
  end = guardConnections({ databases: [], collector: `http://localhost:${port}` }, (error) =>
    refusals.push(error.message),
  );
  await expect(fetch(`http://localhost:${port}/v1/traces`)).rejects.toBeDefined();
  const mail = { id: '1', recipient: 'ada@example.com', subject: 'Hello', text: 'Hello', html: '' } as never;
  for (const name of ['localhost', '127.0.0.1']) {
    const server = connectMailServer(`smtp://${name}:${port}`, 'no-reply@example.com');
    await expect(server.send(mail, new AbortController().signal)).rejects.toBeDefined();
  }
  expect(refusals).toEqual([]);
  expect(connections).toBeGreaterThanOrEqual(3);
});

/** Every function of the server that connects to an address that a user entered. */
const reaching: Readonly<Record<string, (url: string, allowPrivate: boolean) => Promise<unknown>>> = {
  boundedFetch: (url, allowPrivate) => boundedFetch(url, {}, { allowPrivate, allowLoopback: false }),
  postWebhook: (url, allowPrivate) =>
    postWebhook({ url, headers: {}, body: '{}', allowPrivate, timeout: 300 }, new AbortController().signal),
};

describe.each(Object.entries(reaching))('%s', (name, reach) => {
  it.each(hosts.slice(0, 4).flatMap((each) => [`http://${each}`, `https://${each}`]))(
    'does not connect to %s, unless private addresses are allowed',
    async (address) => {
      await expect(reach(`${address}:${port}/`, false)).rejects.toMatchObject({ failure: 'private-address' });
      expect(connections).toBe(0);
      await expect(reach(`${address}:${port}/`, true)).rejects.toBeDefined();
      expect([connections, refusals]).toEqual([1, []]);
    },
  );

  const answers = async (listener: RequestListener) => {
    const server = createPlain(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const reply = reach(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, true);
    await reply.catch(() => undefined);
    server.closeAllConnections();
    server.close();
    return reply;
  };

  it('follows no redirect', async () => {
    await answers((_request, reply) => reply.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end());
    expect(connections).toBe(0);
  });

  it('ends with an endless body, and a slow reply', async () => {
    const chunk = Buffer.alloc(65_536);
    let sent = 0;
    const endless = answers((_request, reply) => {
      const write = () => {
        while (!reply.destroyed && reply.write(chunk)) sent += chunk.length;
        sent += chunk.length;
      };
      reply.on('drain', write);
      write();
    });
    if (name === 'boundedFetch') await expect(endless).rejects.toThrow('The answer is larger than 512 KiB.');
    else await endless;
    expect(sent).toBeLessThan(50_000_000);
    await expect(answers(() => undefined)).rejects.toMatchObject({ failure: 'timeout' });
  });
});

it('the certificate of the public address is read', async () => {
  await expect(readCertificateEnd(`https://127.0.0.1:${port}`)).rejects.toBeDefined();
  expect([connections, refusals]).toEqual([1, []]);
});

it('a started server refuses the connections of its libraries', async () => {
  const program = `
    const { main } = await import(${JSON.stringify(join(import.meta.dirname, '../main.ts'))});
    await main(['--no-demo', '--port', '0'], process.env, () => { throw new Error('No demo.'); });
  `;
  const attempts = `
    const { get } = await import('node:http');
    const { connect } = await import('node:net');
    const failed = (emitter) => new Promise((resolve) => emitter.on('error', resolve).on('connect', resolve));
    const results = await Promise.all([
      fetch('http://127.0.0.1:${port}/').then(() => 'reached', (error) => error.cause.code),
      failed(get('http://[::ffff:127.0.0.1]:${port}/')).then((error) => error.code),
      failed(connect(${port}, 'localhost')).then((error) => error?.code ?? 'reached'),
    ]);
    console.log('results ' + results.join());
    process.exit();
  `;
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port: own } = free.address() as AddressInfo;
  free.close();
  await once(free, 'close');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program.replace("'0'", `'${own}'`) + attempts],
    {
      env: {
        ...process.env,
        DATABASE_URL: database.connectionString,
        KEYHOLD_SECRET_KEYS: Buffer.alloc(32, 1).toString('base64url'),
      },
    },
  );
  expect(stdout).toContain('results EACCES,EACCES,EACCES');
  expect(connections).toBe(0);
});

/** The files that import what reaches out, besides those of `network`. */
const reachingFiles: Readonly<Record<string, string>> = {
  'http/security-headers.ts': 'a socket that is never connected',
  'mail/smtp.ts': 'the mail server of the operator, by connectingToMailServer',
  'operator/doctor/mail.ts': 'the same, in the process of the command',
  'operator/doctor/port.ts': 'the server of this machine, in the process of the command',
  'tracing/open-tracing.ts': 'the collector of the operator',
  'modules/single-sign-on/providers.ts': 'libraries that are given boundedFetch',
};
const reachesOut =
  /(?<!\.)\bfetch\(|\bnew (WebSocket|EventSource)\b|from 'undici'|from 'node:(tls|http2|dgram)'|import (?!type)[^;]*\b(request|get|connect|createConnection|Socket)\b[^;]*from 'node:(http|https|net)'|createTransport\(|exporter-trace-otlp|createRemoteJWKSet\(/;

it('no other file reaches out', () => {
  const sources = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  const server = sources(join(import.meta.dirname, '..')).filter(({ name }) => !name.startsWith('network/'));
  const found = server.filter(({ text }) => reachesOut.test(text)).map(({ name }) => name);
  expect(found.sort()).toEqual(Object.keys(reachingFiles).sort());
  const demo = sources(join(import.meta.dirname, '../../../demo/src'));
  expect(demo.filter(({ text }) => reachesOut.test(text)).map(({ name }) => name)).toEqual([]);
});
