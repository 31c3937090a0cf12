import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { testInstallation } from '../../test/installation.ts';
import { startBrokenMailServer, startMailServer, type TestMailServer } from '../../test/mail-server.ts';
import { connect, type Database, inTransaction } from '../db/database.ts';
import { startJobs } from '../jobs/jobs.ts';
import type { Mail } from './messages.ts';
import { claimMail, queueMail, sendDueMail } from './outbox.ts';
import { sendMail } from './send-mail.ts';
import { connectMailServer, type SmtpPatience } from './smtp.ts';
import { mailState } from './state.ts';

const from = 'Keyhold <no-reply@keyhold.example>';
const log = pino({ level: 'silent' });
const link = 'https://keyhold.example/activate?activation-key=s3cret';
const patience: SmtpPatience = { greeting: 200, silence: 200, whole: 600 };

let database: TestDatabase;
let db: Database;
let accountId: string;
let good: TestMailServer;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.connectionString, 5);
  accountId = await inTransaction(db, 'every account', async (tx) => {
    const account = await tx.insertInto('accounts').values({ name: 'Acme' }).returning('id').executeTakeFirstOrThrow();
    return account.id;
  });
});
beforeEach(async () => {
  good = await startMailServer();
  stops.push(good.stop);
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await inTransaction(db, 'every account', (tx) => tx.deleteFrom('outbox').execute());
  await sql`delete from graphile_worker._private_jobs`.execute(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

describe('A mail', () => {
  it('is sent when the transaction that queued it commits, and what it said is forgotten', async () => {
    await startNode(good.url);
    const id = await queue(mailTo('ada@acme.example'));
    await vi.waitUntil(() => good.mails.length > 0, 20_000);
    const [mail] = good.mails;
    expect(mail?.recipients).toEqual(['ada@acme.example']);
    expect(mail?.headers).toMatchObject({
      from,
      to: 'ada@acme.example',
      // RFC 2047 for 'Grüße'.
      subject: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
      'message-id': `<${id}@keyhold.example>`,
      'auto-submitted': 'auto-generated',
    });
    expect(mail?.body).toContain(`Hello Ada,\n\n${link}\n`);
    expect(mail?.body).toContain(`<a href="${link}">`);
    await vi.waitUntil(async () => (await row(id))['sent-on'] !== null, 20_000);
    expect(await row(id)).toMatchObject({ text: '', html: '', subject: 'Grüße', 'last-error': null, attempts: 1 });
  });

  it('keeps what it said where a mailbox shows it', async () => {
    await startNode(good.url, { keepSentMail: true });
    const id = await queue(mailTo('ada@acme.example'));
    await vi.waitUntil(async () => (await row(id))['sent-on'] !== null, 20_000);
    expect((await row(id)).text).toContain(link);
  });

  it('is not sent when its transaction is undone', async () => {
    await startNode(good.url);
    const undone = inTransaction(db, { account: accountId }, async (tx) => {
      await queueMail(tx, accountId, mailTo('undone@acme.example'));
      throw new Error('Something later fails.');
    });
    await expect(undone).rejects.toThrow('Something later fails.');
    await queue(mailTo('ada@acme.example'));
    await vi.waitUntil(() => good.mails.length > 0, 20_000);
    expect(good.mails.flatMap((mail) => mail.recipients)).toEqual(['ada@acme.example']);
  });

  it('cannot be queued for another account', async () => {
    const other = inTransaction(db, { account: crypto.randomUUID() }, (tx) =>
      queueMail(tx, accountId, mailTo('a@b.example')),
    );
    await expect(other).rejects.toThrow('row-level security');
  });

  it('never goes to two people because one address reads like two', async () => {
    const id = await queue(mailTo('ada@acme.example, eve@evil.example'));
    await sendTo(good.url, id);
    expect(good.mails).toHaveLength(0);
    expect((await row(id))['last-error']).toContain('Bad recipient address');
  });

  it('is sent once by nodes that all try at once', async () => {
    const id = await queue(mailTo('ada@acme.example'));
    await Promise.all(Array.from({ length: 4 }, () => sendTo(good.url, id)));
    expect(good.mails).toHaveLength(1);
  });
});

describe('Without a mail server', () => {
  it('mail waits, and is sent when there is one at a later start', async () => {
    const first = await startNode(undefined);
    const id = await queue(mailTo('ada@acme.example'));
    await first.stop();
    expect(await row(id)).toMatchObject({ attempts: 0, 'sent-on': null });
    expect(await mailState(db, {})).toEqual({
      waiting: 1,
      warning: 'No mail is sent, because SMTP_URL is not set: 1 mail waits until the server is started with it.',
    });

    await startNode(good.url);
    await vi.waitUntil(async () => (await row(id))['sent-on'] !== null, 20_000);
    expect(good.mails).toHaveLength(1);
    expect(await mailState(db, { smtpUrl: good.url })).toEqual({ waiting: 0, warning: null });
  });
});

describe('A mail server', () => {
  it('that refuses is asked again later, and its words are kept without passwords and links', async () => {
    const refusing = await startMailServer({
      onAuth: (_auth, _session, callback) => callback(null, { user: 'keyhold' }),
      onRcptTo: (_address, _session, callback) =>
        callback(
          Object.assign(new Error(`Not with p@ss:word, nor cEBzczp3b3Jk, nor ${link} today`), { responseCode: 451 }),
        ),
    });
    stops.push(refusing.stop);
    const id = await queue(mailTo('ada@acme.example'));
    await sendTo(refusing.url.replace('//', '//keyhold:p%40ss%3Aword@'), id);
    const failed = await row(id);
    expect(failed).toMatchObject({ attempts: 1, 'sent-on': null });
    expect(failed['last-error']).toContain(
      'Not with …, nor …, nor https://keyhold.example/activate?activation-key=… today',
    );
    expect(failed['next-attempt-on'].getTime()).toBeGreaterThan(failed['created-on'].getTime() + 59_000);
    expect((await mailState(db, { smtpUrl: refusing.url })).warning).toBe(
      '1 mail has been refused by the mail server at SMTP_URL so far; the server keeps trying.',
    );

    await sendTo(good.url, id);
    expect(good.mails, 'before its time').toHaveLength(0);
    await passTime(id);
    await sendTo(good.url, id);
    expect(good.mails[0]?.headers['message-id']).toBe(`<${id}@keyhold.example>`);
    expect(await row(id)).toMatchObject({ attempts: 2, 'last-error': null, text: '' });
  });

  it('that wants another password is told about without the one it got', async () => {
    const locked = await startMailServer({
      authOptional: false,
      onAuth: (auth, _session, callback) => callback(new Error(`${auth.username} is not ${auth.password}`)),
    });
    stops.push(locked.stop);
    const id = await queue(mailTo('ada@acme.example'));
    await sendTo(locked.url.replace('//', '//keyhold:hunter2hunter2@'), id);
    expect((await row(id))['last-error']).toContain('keyhold is not …');
  });

  it('that is not there is asked again later', async () => {
    const gone = await startMailServer();
    await gone.stop();
    const id = await queue(mailTo('ada@acme.example'));
    await sendTo(gone.url, id);
    expect(await row(id)).toMatchObject({ attempts: 1, 'sent-on': null });
    expect((await row(id))['last-error']).toContain('ECONNREFUSED');
  });

  it('that says nothing is given up on, and no transaction waits for it', async () => {
    const silent = await startBrokenMailServer(() => {});
    stops.push(silent.stop);
    const id = await queue(mailTo('ada@acme.example'));
    const sending = sendTo(silent.url, id, { greeting: 1_500, silence: 1_500, whole: 5_000 });
    await vi.waitUntil(() => silent.connections > 0, 20_000);
    expect(await openTransactions()).toBe(0);
    await sending;
    expect((await row(id))['last-error']).toBe('The mail server did not answer in time.');
  });

  it('that never comes to an end is given up on', async () => {
    const chatty = await startBrokenMailServer((socket) => {
      const timer = setInterval(() => socket.write('220-just a moment\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    stops.push(chatty.stop);
    const id = await queue(mailTo('ada@acme.example'));
    await sendTo(chatty.url, id, { greeting: 20_000, silence: 20_000, whole: 600 });
    expect((await row(id))['last-error']).toBe('The mail server took more than 0.6 seconds.');
  });

  it('that dies in the middle of a mail gets it again', async () => {
    const dying = await startBrokenMailServer((socket) => {
      socket.write('220 ready\r\n');
      socket.on('data', (data) => {
        const text = data.toString();
        if (/^EHLO/.test(text)) socket.write('250 hello\r\n');
        else if (/^(MAIL|RCPT)/.test(text)) socket.write('250 fine\r\n');
        else if (/^DATA/.test(text)) socket.write('354 go on\r\n');
        else socket.destroy();
      });
    });
    stops.push(dying.stop);
    const id = await queue(mailTo('ada@acme.example'));
    await sendTo(dying.url, id);
    expect(await row(id)).toMatchObject({ attempts: 1, 'sent-on': null });
    expect((await row(id)).text).toContain(link);
    await passTime(id);
    await sendTo(good.url, id);
    expect(good.mails).toHaveLength(1);
  });
});

describe('A node', () => {
  it('that died over a mail leaves it to the next, after the time it had for it', async () => {
    const id = await queue(mailTo('ada@acme.example'));
    await claimMail(db, id);
    // As its worker left it: locked by somebody who will not come back.
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead', attempts = 1`.execute(db);

    const early = await startNode(good.url);
    await sendTo(good.url, id);
    await early.stop();
    expect(good.mails, 'while the claim holds').toHaveLength(0);

    await passTime(id);
    await startNode(good.url);
    await vi.waitUntil(async () => (await row(id))['sent-on'] !== null, 20_000);
    expect(good.mails).toHaveLength(1);
  });

  it('that is stopped in the middle of a mail stops, and the next sends it', async () => {
    const silent = await startBrokenMailServer((socket) => socket.write('220 ready\r\n'));
    stops.push(silent.stop);
    const node = await startNode(silent.url);
    const id = await queue(mailTo('ada@acme.example'));
    await vi.waitUntil(() => silent.connections > 0, 20_000);
    await node.stop();
    expect(await row(id)).toMatchObject({
      'sent-on': null,
      'last-error': 'The server stopped before the mail was sent.',
    });
    await startNode(good.url);
    await vi.waitUntil(() => good.mails.length > 0, 20_000);
  });

  it('looks for what is due without adding a second job for one that waits', async () => {
    await queue(mailTo('ada@acme.example'));
    await sendDueMail(db);
    await sendDueMail(db);
    expect(await jobs()).toBe(1);
  });

  it('lets a failing mail wait longer every time, up to six hours', async () => {
    const id = await queue(mailTo('ada@acme.example'));
    const gone = await startMailServer();
    await gone.stop();
    const minutes: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await passTime(id);
      await sendTo(gone.url, id);
      minutes.push(await minutesUntilDue(id));
    }
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
  });
});

async function startNode(smtpUrl: string | undefined, options: { keepSentMail?: boolean } = {}) {
  const services = { db, log, installation: testInstallation };
  const jobs = await startJobs({
    connectionString: database.connectionString,
    services,
    smtpUrl,
    mailFrom: from,
    ...options,
  });
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

function mailTo(recipient: string): Mail {
  return { recipient, subject: 'Grüße', text: `Hello Ada,\n\n${link}\n`, html: `<p><a href="${link}">Open</a></p>` };
}

async function queue(mail: Mail): Promise<string> {
  return inTransaction(db, { account: accountId }, async (tx) => {
    await queueMail(tx, accountId, mail);
    const { id } = await tx.selectFrom('outbox').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    return id;
  });
}

async function sendTo(url: string, id: string, wait: SmtpPatience = patience): Promise<void> {
  const server = connectMailServer(url, from, wait);
  await sendMail({ db, log, server, keepSentMail: false }, id, new AbortController().signal);
}

async function row(id: string) {
  return inTransaction(db, 'every account', (tx) =>
    tx.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

/** As if the time had passed until the mail is due. */
async function passTime(id: string): Promise<void> {
  await inTransaction(db, 'every account', (tx) =>
    tx.updateTable('outbox').set({ 'next-attempt-on': sql`now()` }).where('id', '=', id).execute(),
  );
}

async function minutesUntilDue(id: string): Promise<number> {
  const { minutes } = await inTransaction(db, 'every account', (tx) =>
    tx
      .selectFrom('outbox')
      .select(sql<number>`ceil(extract(epoch from "next-attempt-on" - clock_timestamp()) / 60)::int`.as('minutes'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );
  return minutes;
}

async function jobs(): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from graphile_worker._private_jobs`.execute(db);
  return rows[0]?.count ?? 0;
}

async function openTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(db);
  return rows[0]?.count ?? 0;
}
