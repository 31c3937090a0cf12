import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { startBrokenMailServer, startMailServer, type TestMailServer } from '../../test/receivers/mail-server.ts';
import { createMailTest, type MailTest, mailedLink, mailFrom, mailTo } from '../../test/receivers/mails.ts';
import { inTransaction } from '../db/database.ts';
import { claimMail, queueMail, sendDueMail } from './outbox.ts';
import { mailState } from './state.ts';

let test: MailTest;
let good: TestMailServer;

beforeAll(async () => {
  test = await createMailTest();
});
beforeEach(async () => {
  good = test.begun(await startMailServer());
});
afterEach(() => test.clear());
afterAll(() => test.close());

describe('A mail', () => {
  it('is sent when the transaction that queued it commits, and its text is deleted', async () => {
    await test.startNode(good.url);
    const id = await test.queue(mailTo('ada@acme.example'));
    await vi.waitUntil(() => good.mails.length > 0, soon);
    const [mail] = good.mails;
    expect(mail?.recipients).toEqual(['ada@acme.example']);
    expect(mail?.headers).toMatchObject({
      from: mailFrom,
      to: 'ada@acme.example',
      // RFC 2047 for 'Grüße'.
      subject: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
      'message-id': `<${id}@keyhold.example>`,
      'auto-submitted': 'auto-generated',
    });
    expect(mail?.body).toContain(`Hello Ada,\n\n${mailedLink}\n`);
    expect(mail?.body).toContain(`<a href="${mailedLink}">`);
    await vi.waitUntil(async () => (await test.row(id))['sent-on'] !== null, soon);
    expect(await test.row(id)).toMatchObject({ text: '', html: '', subject: 'Grüße', 'last-error': null, attempts: 1 });
  });

  it('keeps its text where a mailbox shows it', async () => {
    await test.startNode(good.url, { keepSentMail: true });
    const id = await test.queue(mailTo('ada@acme.example'));
    await vi.waitUntil(async () => (await test.row(id))['sent-on'] !== null, soon);
    expect((await test.row(id)).text).toContain(mailedLink);
  });

  it.each([
    ['recipient', { onRcptTo: (_: unknown, __: unknown, done: (error: Error) => void) => done(refusal(550)) }],
    [
      'text',
      {
        onData: (stream: Readable, _: unknown, done: (error: Error) => void) =>
          void stream.resume().on('end', () => done(refusal(554))),
      },
    ],
  ])('whose %s is refused for good is given up, and its text is deleted', async (_what, options) => {
    const server = test.begun(await startMailServer(options as SMTPServerOptions));
    const id = await test.queue(mailTo('ada@acme.example'));
    await test.sendTo(server.url, id);
    const row = await test.row(id);
    expect(row['last-error']).toContain('There is no such mailbox.');
    expect(row).toMatchObject({ text: '', html: '', 'sent-on': null, 'given-up-on': expect.any(Date), attempts: 1 });
    expect(await mailState(test.db, { smtpUrl: server.url })).toEqual({ waiting: 0, warning: null });
    await sendDueMail(test.db);
    await test.sendTo(good.url, id);
    expect(good.mails).toEqual([]);
  });

  it('that is refused for now is sent later', async () => {
    const onRcptTo: SMTPServerOptions['onRcptTo'] = (_address, _session, done) => done(refusal(450));
    const server = test.begun(await startMailServer({ onRcptTo }));
    const id = await test.queue(mailTo('ada@acme.example'));
    await test.sendTo(server.url, id);
    expect(await test.row(id)).toMatchObject({ 'given-up-on': null, attempts: 1 });
    await test.passTime(id);
    await test.sendTo(good.url, id);
    expect(good.mails).toHaveLength(1);
  });

  it('is not sent when its transaction is rolled back', async () => {
    await test.startNode(good.url);
    const undone = inTransaction(test.db, { account: test.accountId }, async (tx) => {
      await queueMail(tx, test.accountId, mailTo('undone@acme.example'));
      throw new Error('Something later fails.');
    });
    await expect(undone).rejects.toThrow('Something later fails.');
    await test.queue(mailTo('ada@acme.example'));
    await vi.waitUntil(() => good.mails.length > 0, soon);
    expect(good.mails.flatMap((mail) => mail.recipients)).toEqual(['ada@acme.example']);
  });

  it('cannot be queued for another account', async () => {
    const other = inTransaction(test.db, { account: crypto.randomUUID() }, (tx) =>
      queueMail(tx, test.accountId, mailTo('a@b.example')),
    );
    await expect(other).rejects.toThrow('row-level security');
  });

  it('never goes to two people because one address parses as two', async () => {
    const id = await test.queue(mailTo('ada@acme.example, eve@evil.example'));
    await test.sendTo(good.url, id);
    expect(good.mails).toHaveLength(0);
    expect((await test.row(id))['last-error']).toContain('Bad recipient address');
  });

  it('is sent once when several nodes try at once, and no other one is counted as sent', async () => {
    const [id, other] = [await test.queue(mailTo('ada@acme.example')), await test.queue(mailTo('bea@acme.example'))];
    await Promise.all(Array.from({ length: 4 }, () => test.sendTo(good.url, id)));
    expect(good.mails).toHaveLength(1);
    expect(await test.row(other)).toMatchObject({ attempts: 0, 'sent-on': null });
  });
});

describe('Without a mail server', () => {
  it('mail waits, and is sent after a later start with one', async () => {
    const first = await test.startNode(undefined);
    const id = await test.queue(mailTo('ada@acme.example'));
    await first.stop();
    expect(await test.row(id)).toMatchObject({ attempts: 0, 'sent-on': null });
    expect(await mailState(test.db, {})).toEqual({
      waiting: 1,
      warning: 'No mail is sent, because SMTP_URL is not set: 1 mail waits until the server is started with it.',
    });

    await test.startNode(good.url);
    await vi.waitUntil(async () => (await test.row(id))['sent-on'] !== null, soon);
    expect(good.mails).toHaveLength(1);
    expect(await mailState(test.db, { smtpUrl: good.url })).toEqual({ waiting: 0, warning: null });
  });
});

describe('A node', () => {
  it('that dies while sending a mail leaves it to another node when the claim expires', async () => {
    const id = await test.queue(mailTo('ada@acme.example'));
    await claimMail(test.db, id);
    // The state its worker left: locked by a process that has died.
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead', attempts = 1`.execute(
      test.db,
    );

    const early = await test.startNode(good.url);
    await test.sendTo(good.url, id);
    await early.stop();
    expect(good.mails, 'while the claim holds').toHaveLength(0);

    await test.passTime(id);
    await test.startNode(good.url);
    await vi.waitUntil(async () => (await test.row(id))['sent-on'] !== null, soon);
    expect(good.mails).toHaveLength(1);
  });

  it('that is stopped while sending a mail stops, and the next node sends it', async () => {
    const silent = await startBrokenMailServer((socket) => socket.write('220 ready\r\n'));
    test.begun(silent);
    const node = await test.startNode(silent.url);
    const id = await test.queue(mailTo('ada@acme.example'));
    await vi.waitUntil(() => silent.connections > 0, soon);
    await node.stop();
    expect(await test.row(id)).toMatchObject({ 'sent-on': null });
    expect(await mailState(test.db, { smtpUrl: silent.url }), 'not called a failure').toEqual({
      waiting: 1,
      warning: null,
    });
    await test.startNode(good.url);
    await vi.waitUntil(() => good.mails.length > 0, soon);
  });

  it('adds no second job for a due mail whose job waits', async () => {
    await test.queue(mailTo('ada@acme.example'));
    await sendDueMail(test.db);
    await sendDueMail(test.db);
    expect(await jobs()).toBe(1);
  });

  it('retries a failing mail with backoff, up to six hours', async () => {
    const id = await test.queue(mailTo('ada@acme.example'));
    const gone = await startMailServer();
    await gone.stop();
    const minutes: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await test.passTime(id);
      await test.sendTo(gone.url, id);
      minutes.push(await minutesUntilDue(id));
    }
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
  });
});

async function minutesUntilDue(id: string): Promise<number> {
  const { minutes } = await inTransaction(test.db, 'every account', (tx) =>
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
  }>`select count(*)::int as count from graphile_worker._private_jobs`.execute(test.db);
  return rows[0]?.count ?? 0;
}

/** A mail server's refusal with a status. */
function refusal(responseCode: number): Error {
  return Object.assign(new Error('There is no such mailbox.'), { responseCode });
}
