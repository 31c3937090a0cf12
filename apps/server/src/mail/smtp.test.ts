import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { startBrokenMailServer, startMailServer, type TestMailServer } from '../../test/receivers/mail-server.ts';
import { createMailTest, type MailTest, mailedLink, mailTo } from '../../test/receivers/mails.ts';
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

describe('A mail server', () => {
  it('that refuses a mail is retried later, and its reply is stored without passwords and links', async () => {
    const refusing = await startMailServer({
      onAuth: (_auth, _session, callback) => callback(null, { user: 'keyhold' }),
      onRcptTo: (_address, _session, callback) =>
        callback(
          Object.assign(new Error(`Not with p@ss:word, nor cEBzczp3b3Jk, nor ${mailedLink} today`), {
            responseCode: 451,
          }),
        ),
    });
    test.begun(refusing);
    const id = await test.queue(mailTo('ada@acme.example'));
    await test.sendTo(refusing.url.replace('//', '//keyhold:p%40ss%3Aword@'), id);
    const failed = await test.row(id);
    expect(failed).toMatchObject({ attempts: 1, 'sent-on': null });
    expect(failed['last-error']).toContain(
      'Not with …, nor …, nor https://keyhold.example/activate?activation-key=… today',
    );
    expect(failed['next-attempt-on'].getTime()).toBeGreaterThan(failed['created-on'].getTime() + 59_000);
    expect((await mailState(test.db, { smtpUrl: refusing.url })).warning).toBe(
      '1 mail could not be sent by the mail server at SMTP_URL so far; this server keeps trying.',
    );

    await test.sendTo(good.url, id);
    expect(good.mails, 'before its time').toHaveLength(0);
    await test.passTime(id);
    await test.sendTo(good.url, id);
    expect(good.mails[0]?.headers['message-id']).toBe(`<${id}@keyhold.example>`);
    expect(await test.row(id)).toMatchObject({ attempts: 2, 'last-error': null, text: '' });
  });

  it('that rejects the password is reported without the password', async () => {
    const locked = await startMailServer({
      authOptional: false,
      onAuth: (auth, _session, callback) => callback(new Error(`${auth.username} is not ${auth.password}`)),
    });
    test.begun(locked);
    const id = await test.queue(mailTo('ada@acme.example'));
    await test.sendTo(locked.url.replace('//', '//keyhold:hunter2hunter2@'), id);
    expect((await test.row(id))['last-error']).toContain('keyhold is not …');
  });

  it('that refuses in characters that cannot be stored is retried later', async () => {
    const odd = await startBrokenMailServer((socket) => socket.end('554 not\0today\r\n'));
    test.begun(odd);
    const id = await test.queue(mailTo('ada@acme.example'));
    await test.sendTo(odd.url, id);
    expect((await test.row(id))['last-error']).toContain('554 nottoday');
  });

  it('that is unreachable is retried later', async () => {
    const gone = await startMailServer();
    await gone.stop();
    const id = await test.queue(mailTo('ada@acme.example'));
    await test.sendTo(gone.url, id);
    expect(await test.row(id)).toMatchObject({ attempts: 1, 'sent-on': null });
    expect((await test.row(id))['last-error']).toContain('ECONNREFUSED');
  });

  it('that sends nothing times out, and no transaction is open meanwhile', async () => {
    const silent = await startBrokenMailServer(() => {});
    test.begun(silent);
    const id = await test.queue(mailTo('ada@acme.example'));
    const sending = test.sendTo(silent.url, id, { greeting: 1_500, silence: 1_500, whole: 5_000 });
    await vi.waitUntil(() => silent.connections > 0, soon);
    expect(await openTransactions()).toBe(0);
    await sending;
    expect((await test.row(id))['last-error']).toBe('The mail server did not answer in time.');
  });

  it('that never finishes times out', async () => {
    const chatty = await startBrokenMailServer((socket) => {
      const timer = setInterval(() => socket.write('220-just a moment\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    test.begun(chatty);
    const id = await test.queue(mailTo('ada@acme.example'));
    await test.sendTo(chatty.url, id, { greeting: 20_000, silence: 20_000, whole: 600 });
    expect((await test.row(id))['last-error']).toBe('The mail server took more than 0.6 seconds.');
  });

  it('that dies while it receives a mail gets it again', async () => {
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
    test.begun(dying);
    const id = await test.queue(mailTo('ada@acme.example'));
    await test.sendTo(dying.url, id);
    expect(await test.row(id)).toMatchObject({ attempts: 1, 'sent-on': null });
    expect((await test.row(id)).text).toContain(mailedLink);
    await test.passTime(id);
    await test.sendTo(good.url, id);
    expect(good.mails).toHaveLength(1);
  });
});

async function openTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`.execute(test.db);
  return rows[0]?.count ?? 0;
}
