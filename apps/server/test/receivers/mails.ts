import { sql } from 'kysely';
import { pino } from 'pino';
import { connect, inTransaction } from '../../src/db/database.ts';
import { fromNow } from '../../src/db/expressions.ts';
import { listJobs } from '../../src/jobs/jobs.ts';
import type { Mail } from '../../src/mail/messages.ts';
import { queueMail } from '../../src/mail/outbox.ts';
import { sendMail } from '../../src/mail/send-mail.ts';
import { connectMailServer, type SmtpTimeouts } from '../../src/mail/smtp.ts';
import { hasEndedLink } from '../../src/modules/auth/links/ended-links.ts';
import { createDenials } from '../../src/modules/usage/denials.ts';
import { hashOfSecret } from '../../src/secrets/random-secret.ts';
import { openSecretBox } from '../../src/secrets/secret-box.ts';
import { createTestDatabase } from '../database/database.ts';
import { testInstallation } from '../installation.ts';
import { startNodeJobs } from '../jobs.ts';

export const mailFrom = 'Keyhold <no-reply@keyhold.example>';
/** The link in the mail of these tests. */
export const mailedLink = 'https://keyhold.example/activate?activation-key=s3cret';
const mailedKey = hashOfSecret('s3cret');

const log = pino({ level: 'silent' });
const hasty: SmtpTimeouts = { greeting: 200, silence: 200, whole: 600 };

export type MailTest = Awaited<ReturnType<typeof createMailTest>>;

/** An outbox on a separate database, with an account that mail is sent for. */
export async function createMailTest() {
  const database = await createTestDatabase();
  const db = connect(database.connectionString, 5);
  const { accountId, userId } = await inTransaction(db, 'every account', async (tx) => {
    const account = await tx.insertInto('accounts').values({ name: 'Acme' }).returning('id').executeTakeFirstOrThrow();
    const ada = { email: 'ada@acme.example', 'first-name': 'Ada', 'last-name': 'Byron', 'account-id': account.id };
    const user = await tx.insertInto('users').values(ada).returning('id').executeTakeFirstOrThrow();
    const key = { hash: mailedKey, 'user-id': user.id, 'account-id': account.id, purpose: 'activation' } as const;
    await tx
      .insertInto('activation-keys')
      .values({ ...key, 'expires-on': fromNow({ days: 30 }) })
      .execute();
    return { accountId: account.id, userId: user.id };
  });
  const stops: (() => Promise<void>)[] = [];

  /** Makes a single attempt to send one mail now. */
  async function sendTo(url: string, id: string, timeouts = hasty): Promise<void> {
    const server = connectMailServer(url, mailFrom, timeouts);
    await sendMail(
      {
        db,
        log,
        installation: testInstallation,
        server,
        keepSentMail: false,
        hasEndedLink: (text) => hasEndedLink(db, text),
      },
      id,
      new AbortController().signal,
    );
  }

  async function queue(mail: Mail): Promise<string> {
    return inTransaction(db, { account: accountId }, async (tx) => {
      await queueMail(tx, accountId, mail);
      const { id } = await tx
        .selectFrom('outbox')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      return id;
    });
  }

  /** Starts the background jobs of a server, including mail. */
  async function startNode(smtpUrl: string | undefined, options: { keepSentMail?: boolean } = {}) {
    const secrets = openSecretBox({ given: [], file: '', make: false });
    const denials = createDenials(db, log);
    const services = { db, log, installation: testInstallation, denials, secrets, tracing: null };
    const reach = { connectionString: database.connectionString };
    const jobs = await startNodeJobs(
      listJobs(services, { smtpUrl, mailFrom, purgeDays: 30, webhooksAllowPrivate: false, ...reach, ...options }),
      { ...reach, log },
    );
    let stopped = false;
    const node = {
      stop: async () => {
        if (!stopped) await jobs.stop();
        stopped = true;
      },
    };
    stops.push(node.stop);
    return node;
  }

  return {
    db,
    accountId,
    /** The user whose link the mails contain. */
    userId,
    sendTo,
    queue,
    startNode,
    /** Stops the object after the test. */
    begun<Begun extends { stop(): Promise<void> }>(one: Begun): Begun {
      stops.push(one.stop);
      return one;
    },
    row: (id: string) =>
      inTransaction(db, 'every account', (tx) =>
        tx.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      ),
    /** Makes a mail due, as if time had passed. */
    passTime: (id: string) =>
      inTransaction(db, 'every account', (tx) =>
        tx
          .updateTable('outbox')
          .set({ 'next-attempt-on': sql`now() - interval '1 second'` })
          .where('id', '=', id)
          .execute(),
      ),
    /** Stops what a test has started, and deletes its mail. */
    async clear() {
      for (const stop of stops.splice(0).reverse()) await stop();
      await inTransaction(db, 'every account', (tx) => tx.deleteFrom('outbox').execute());
      await sql`delete from graphile_worker._private_jobs`.execute(db);
    },
    async close() {
      await db.destroy();
      await database.drop();
    },
  };
}

export function mailTo(recipient: string): Mail {
  return {
    recipient,
    subject: 'Grüße',
    text: `Hello Ada,\n\n${mailedLink}\n`,
    html: `<p><a href="${mailedLink}">Open</a></p>`,
  };
}

/** The activation key in the text of a mail. */
export function keyIn(text = ''): string {
  return /\?activation-key=(\S+)\n/.exec(text)?.[1] ?? '';
}
