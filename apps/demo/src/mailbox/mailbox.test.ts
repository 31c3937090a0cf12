import { type AddressInfo, connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect, type Database, inTransaction } from '@keyhold/server/database';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { installReplyHeaders } from '../../../server/src/http/every-request.ts';
import { queueMail } from '../../../server/src/mail/outbox.ts';
import { createTestDatabase, type TestDatabase } from '../../../server/test/database/database.ts';
import { testInstallation } from '../../../server/test/installation.ts';
import { installMailbox } from './mailbox.ts';
import { withLinks } from './mailbox-page.ts';

let database: TestDatabase;
let db: Database;
let accountId: string;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.connectionString, 2);
  accountId = await inTransaction(db, 'every account', async (tx) => {
    const account = await tx.insertInto('accounts').values({ name: 'Acme' }).returning('id').executeTakeFirstOrThrow();
    return account.id;
  });
  app = Fastify({ trustProxy: true });
  await installReplyHeaders(app);
  installMailbox(app, { db, installation: testInstallation });
});
afterEach(() => inTransaction(db, 'every account', (tx) => tx.deleteFrom('outbox').execute()));
afterAll(async () => {
  await app.close();
  await db.destroy();
  await database.drop();
});

describe('the mailbox', () => {
  const elsewhere: [string, InjectOptions][] = [
    ['another machine', { remoteAddress: '192.168.1.20' }],
    ['another machine over IPv6', { remoteAddress: '2001:db8::1' }],
    ['another machine that looks like this one', { remoteAddress: '127.0.0.1.evil' }],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
    ['a proxy that claims this machine', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['a standard proxy', { headers: { forwarded: 'for=203.0.113.9' } }],
    ['a proxy that names itself', { headers: { via: '1.1 proxy' } }],
    ['a proxy that tells only the address', { headers: { 'x-real-ip': '203.0.113.9' } }],
    ['a proxy that tells only the protocol', { headers: { 'x-forwarded-proto': 'https' } }],
    ['a proxy that tells only the host', { headers: { 'x-forwarded-host': 'keyhold.example' } }],
    ['a network before this machine', { headers: { 'cf-connecting-ip': '203.0.113.9' } }],
    ['a proxy that tells nothing and passes on the public name', { headers: { host: 'keyhold.example' } }],
    ['a page whose name was made to lead here', { headers: { host: 'evil.example' } }],
    ['a page whose name only looks local', { headers: { host: 'localhost.evil.example:8080' } }],
  ];
  it.each(elsewhere)('does not exist for %s', async (_who, options) => {
    await queue('Secret', 'secret');
    for (const url of ['/dev/mailbox', '/dev/mailbox.json']) {
      const reply = await app.inject({ url, ...options });
      expect(reply.statusCode).toBe(404);
      expect(reply.body).not.toContain('secret');
    }
  });

  const here: [string, InjectOptions][] = [
    ['127.0.0.1', {}],
    ['another loopback address', { remoteAddress: '127.8.8.8' }],
    ['::1', { remoteAddress: '::1', headers: { host: '[::1]:8080' } }],
    ['127.0.0.1 in IPv6', { remoteAddress: '::ffff:127.0.0.1', headers: { host: '127.0.0.1:8080' } }],
    ['a local name', { headers: { host: 'keyhold.localhost:8080' } }],
  ];
  it.each(here)('exists for %s', async (_who, options) => {
    for (const url of ['/dev/mailbox', '/dev/mailbox.json']) {
      expect((await app.inject({ url, ...options })).statusCode).toBe(200);
    }
  });

  it('does not exist for an HTTP/1.0 proxy, which rewrites the host', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const socket = connectSocket(port, '127.0.0.1');
    socket.end(`GET /dev/mailbox.json HTTP/1.0\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('returns every mail as JSON, newest first', async () => {
    await queue('First', 'one');
    await queue('Second', 'two');
    const reply = await app.inject({ url: '/dev/mailbox.json' });
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(reply.json()).toEqual([
      {
        to: 'ada@acme.example',
        subject: 'Second',
        text: 'two',
        html: '<p>two</p>',
        'created-on': expect.stringMatching(time),
      },
      {
        to: 'ada@acme.example',
        subject: 'First',
        text: 'one',
        html: '<p>one</p>',
        'created-on': expect.stringMatching(time),
      },
    ]);
  });

  it('displays every mail with its links, and without executable content', async () => {
    await queue('Old', 'old text');
    await queue(
      '<script>alert(1)</script>',
      'Open\n\nhttps://keyhold.example/activate?activation-key=a&b\n\n<img src=x onerror=alert(1)>',
    );
    const reply = await app.inject({ url: '/dev/mailbox' });
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['content-security-policy']).toContain("script-src 'self'");
    expect(reply.body).toContain('2 mails.');
    expect(reply.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(reply.body).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(reply.body).toContain('<a href="https://keyhold.example/activate?activation-key=a&amp;b">');
    expect(reply.body).not.toMatch(/<(script|img|iframe)/);
    expect(reply.body.indexOf('old text')).toBeGreaterThan(reply.body.indexOf('activation-key'));
  });

  it('displays a message when it is empty', async () => {
    expect((await app.inject({ url: '/dev/mailbox' })).body).toContain('There are no mails yet.');
    expect((await app.inject({ url: '/dev/mailbox.json' })).json()).toEqual([]);
  });
});

describe('links in a text', () => {
  it('are web addresses only', () => {
    expect(withLinks('javascript:alert(1) http://a.example/x?y="z" <b>')).toBe(
      'javascript:alert(1) <a href="http://a.example/x?y=">http://a.example/x?y=</a>&quot;z&quot; &lt;b&gt;',
    );
  });
});

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function queue(subject: string, text: string): Promise<void> {
  const mail = { recipient: 'ada@acme.example', subject, text, html: `<p>${text}</p>` };
  return inTransaction(db, { account: accountId }, (tx) => queueMail(tx, accountId, mail));
}
