import { isIPv4 } from 'node:net';
import { type Database, inTransaction } from '@keyhold/server/database';
import type { Services } from '@keyhold/server/services';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type MailboxMail, mailboxPage } from './mailbox-page.ts';

/**
 * Displays every mail of the outbox to browsers on this machine, for a demo, which sends no mail. Install it in demo
 * mode only: the links in these mails give access to accounts.
 */
export function installMailbox(app: FastifyInstance, services: Pick<Services, 'db' | 'installation'>): void {
  const { db, installation } = services;

  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    write: (mails: MailboxMail[]) => string,
  ) => {
    if (!comesFromThisMachine(request)) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-store')
      .type(type)
      .send(write(await readMails(db)));
  };

  app.get('/dev/mailbox', (request, reply) =>
    show(request, reply, 'text/html; charset=utf-8', (mails) => mailboxPage(installation.productTitle, mails)),
  );
  app.get('/dev/mailbox.json', (request, reply) =>
    show(request, reply, 'application/json; charset=utf-8', (mails) => JSON.stringify(mails)),
  );
}

async function readMails(db: Database): Promise<MailboxMail[]> {
  const mails = await inTransaction(db, 'every account', (tx) =>
    tx
      .selectFrom('outbox')
      .select(['recipient as to', 'subject', 'text', 'html', 'created-on'])
      .orderBy('created-on', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  );
  return mails.map((mail) => ({ ...mail, 'created-on': mail['created-on'].toISOString() }));
}

/** Headers by which proxies mark a forwarded request. */
const forwardingHeader =
  /^(forwarded|via|true-client-ip|cf-.*|x-(forwarded|original|client|cluster-client|real|proxy).*)$/;

/**
 * Whether a request comes from a browser on this machine, and not through a proxy on it from a browser elsewhere. Only
 * a local host name is accepted: a proxy passes on the public one, and a page whose name resolves to this machine (DNS
 * rebinding) sends its own. A proxy configured with nothing but an address uses HTTP/1.0.
 */
function comesFromThisMachine({ headers, raw }: FastifyRequest): boolean {
  if (raw.httpVersion === '1.0' || Object.keys(headers).some((name) => forwardingHeader.test(name))) return false;
  const host = URL.parse(`http://${headers.host}`)?.hostname ?? '';
  return isLoopback(raw.socket.remoteAddress ?? '') && isLocalName(host);
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}

function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isLoopback(host.replace(/^\[(.*)\]$/, '$1'));
}
