import { createTransport } from 'nodemailer';
import { connectingToMailServer } from '../network/outgoing-connections.ts';
import type { ClaimedMail } from './outbox.ts';

/** How long to wait for a mail server, in milliseconds. */
export interface SmtpTimeouts {
  /** For the connection, and again for the server's greeting. */
  readonly greeting: number;
  /** For each reply. */
  readonly silence: number;
  /** For the whole conversation. */
  readonly whole: number;
}

const defaultTimeouts: SmtpTimeouts = { greeting: 10_000, silence: 30_000, whole: 90_000 };

/** Passes mails to the mail server. */
export interface MailServer {
  /**
   * Sends one mail over its own connection.
   *
   * @param signal aborts the conversation
   * @throws {SendError} when the server did not accept the mail
   */
  send(mail: ClaimedMail, signal: AbortSignal): Promise<void>;
}

/** Why a mail was not sent, without passwords and links. */
export class SendError extends Error {
  override readonly name = 'SendError';
  /** The server has refused this recipient or this mail for good (5.x.x), so that another attempt fails, too. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/**
 * Returns the mail server at an address, without connecting to it yet.
 *
 * @param from the sender of every mail, such as `Keyhold <no-reply@keyhold.example>`
 */
export function connectMailServer(smtpUrl: string, from: string, timeouts: SmtpTimeouts = defaultTimeouts): MailServer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeouts.greeting,
    greetingTimeout: timeouts.greeting,
    dnsTimeout: timeouts.greeting,
    socketTimeout: timeouts.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const secrets = secretsOf(smtpUrl);

  return {
    async send(mail, signal) {
      try {
        const sending = {
          from,
          // An object, so that nothing in the address is parsed as a second one.
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          // The same for every attempt, so that a duplicate is recognized.
          messageId: `<${mail.id}@${domainOf(from)}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeouts.whole)]),
        };
        await connectingToMailServer(smtpUrl, () => transport.sendMail(sending));
      } catch (error) {
        throw new SendError(describe(error, timeouts, secrets), isRefusedForGood(error));
      }
    },
  };
}

function domainOf(sender: string): string {
  return sender.slice(sender.lastIndexOf('@') + 1).replace(/[>\s]/g, '');
}

/** The commands whose refusal is about this mail alone: others concern the configuration, and end when it is corrected. */
const aboutTheMail: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA']);

function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false;
  const { responseCode: status, command } = error;
  return typeof status === 'number' && status >= 500 && status < 600 && aboutTheMail.has(command);
}

function describe(error: unknown, timeouts: SmtpTimeouts, secrets: readonly string[]): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EABORT') return `The mail server took more than ${timeouts.whole / 1000} seconds.`;
  if (code === 'ETIMEDOUT') return 'The mail server did not answer in time.';
  // PostgreSQL stores no NUL in a text.
  const message = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '');
  const hidden = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), message);
  // The server may quote what it refuses.
  return hidden.replace(/\bkey=[^\s"'<>]*/g, 'key=…').slice(0, 500);
}

/** The password of the mail server, in each form in which a server might quote it. */
function secretsOf(smtpUrl: string): string[] {
  const url = new URL(smtpUrl);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  if (password === '') return [];
  const encoded = [password, `\0${user}\0${password}`].map((text) => Buffer.from(text).toString('base64'));
  return [smtpUrl, url.password, password, ...encoded];
}
