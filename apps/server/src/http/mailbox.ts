import { isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Database, inTransaction } from '../db/database.ts';
import type { Services } from '../services.ts';
import { mailboxPage } from './mailbox-page.ts';

/** A mail as the mailbox shows it. */
export interface MailboxMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly 'created-on': string;
}

/**
 * Shows every mail of the outbox to whoever sits at this machine, for a demo, where no mail leaves it. Install it in demo
 * mode only: the links in these mails open accounts.
 */
export function installMailbox(app: FastifyInstance, services: Pick<Services, 'db' | 'installation'>): void {
  const { db, installation } = services;
  const publicHost = new URL(installation.publicUrl).hostname;

  const show = async (
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    write: (mails: MailboxMail[]) => string,
  ) => {
    if (!comesFromThisMachine(request, publicHost)) return reply.callNotFound();
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

/**
 * Whether a browser on this machine asks, and not a proxy on it for somebody elsewhere, nor a page from elsewhere whose
 * host name was made to lead here.
 */
function comesFromThisMachine(request: FastifyRequest, publicHost: string): boolean {
  const { headers, raw } = request;
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const host = URL.parse(`http://${headers.host}`)?.hostname ?? '';
  return isLoopback(raw.socket.remoteAddress ?? '') && (isLocalName(host) || host === publicHost);
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}

function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isLoopback(host.replace(/^\[(.*)\]$/, '$1'));
}
