import { type RawBuilder, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createMaker, type Maker } from '../../test/made/maker.ts';
import { startMailServer, type TestMailServer } from '../../test/receivers/mail-server.ts';
import { mailFrom } from '../../test/receivers/mails.ts';
import { inTransaction } from '../db/database.ts';
import { purge } from '../jobs/purge.ts';
import { answerReset } from '../modules/auth/links/answer-reset.ts';
import { hasEndedLink } from '../modules/auth/links/ended-links.ts';
import { sendMail } from './send-mail.ts';
import { connectMailServer } from './smtp.ts';

let test: TestApp;
let make: Maker;
let good: TestMailServer;
let refusing: TestMailServer;
let invited: { id: string; rn: string; email: string; key: string };
const words = 'There is no such mailbox.';

beforeAll(async () => {
  test = await createTestApp();
  make = createMaker(test);
  good = await startMailServer();
  refusing = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(words), { responseCode: address.startsWith('later') ? 450 : 550 })),
  });
});
beforeEach(async () => {
  invited = await invite();
});
afterEach(() => execute(sql`delete from outbox where "user-id" is null`));
afterAll(async () => {
  await Promise.all([good.stop(), refusing.stop()]);
  await test.close();
});

const execute = <Row>(statement: RawBuilder<Row>) =>
  inTransaction(test.services.db, 'every account', async (tx) => (await statement.execute(tx)).rows);

async function invite(email = make.email()) {
  const { acmeAdmin: by } = test.people;
  const body = { email, 'first-name': 'In', 'last-name': 'Vited', 'account-id': by.accountId };
  const { rn } = (await test.as(by, 'POST /iam/v1/users', body)).body.resources[0] as { rn: string };
  const user = { rn, id: rn.split(':').at(-1) ?? '', email };
  expect(await shown(user.id)).toBeNull();
  return { ...user, key: await link(user.rn) };
}

async function link(user: string): Promise<string> {
  const body = { user, sendEmail: true, validDays: 30 };
  const reply = await test.as(test.people.acmeAdmin, 'POST /auth/v1/activationLink', body);
  expect(reply.status).toBe(200);
  return reply.body.activationKey;
}

const read = (id = invited.id) => test.as(test.people.acmeAdmin, `GET /iam/v1/users/${id}`);
const shown = async (id = invited.id) => (await read(id)).body.item['mail'];
const queued = (recipient = invited.email) =>
  execute(sql<{
    id: string;
    text: string;
    html: string;
    sent: boolean;
    ended: boolean;
  }>`select id, text, html, "sent-on" is not null as sent, "given-up-on" is not null as ended
    from outbox where recipient = ${recipient} order by id`);

/** Makes one attempt to send each mail to an address. */
async function attempt(server = good, recipient = invited.email): Promise<void> {
  const { db, installation } = test.services;
  const sending = {
    db,
    installation,
    log: pino({ level: 'silent' }),
    server: connectMailServer(server.url, mailFrom),
    keepSentMail: false,
    hasEndedLink: (text: string) => hasEndedLink(db, text),
  };
  for (const { id } of await queued(recipient)) await sendMail(sending, id, new AbortController().signal);
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('The mail of a user', () => {
  it('is waiting until the mail server accepts it, in the user and in the lists', async () => {
    expect(await shown()).toEqual({ status: 'waiting', on: time, reason: null });
    await attempt();
    expect(await shown()).toEqual({ status: 'sent', on: time, reason: null });
    const sent = (await read()).body.item;
    for (const query of ['', '&limit=500', `&limit=5&search=${invited.email}`]) {
      const list = await test.as(test.people.acmeAdmin, `GET /iam/v1/users?sort=name${query}`);
      expect(list.body.items.find((user) => user.rn === invited.rn)?.['mail'], query).toEqual(sent['mail']);
      expect(list.body.items.find((user) => user.rn === test.people.acmeAdmin.rn)?.['mail'] ?? null, query).toBeNull();
    }
    const { birchAdmin } = test.people;
    expect((await test.as(birchAdmin, `GET /iam/v1/users/${invited.id}`)).status).toBe(404);
  });

  it('is refused with the words of the server, and waiting again with another link', async () => {
    await attempt(refusing);
    expect(await shown()).toEqual({ status: 'refused', on: time, reason: expect.stringContaining(words) });
    expect(await queued()).toMatchObject([{ text: '', html: '', sent: false, ended: true }]);
    await link(invited.rn);
    expect(await shown()).toEqual({ status: 'waiting', on: time, reason: null });
    await attempt();
    expect(await shown()).toMatchObject({ status: 'sent', reason: null });
  });

  it('waits with the words of a server that refuses it for now', async () => {
    const later = await invite(`later-${make.email()}`);
    await attempt(refusing, later.email);
    expect(await shown(later.id)).toEqual({ status: 'waiting', on: time, reason: expect.stringContaining(words) });
  });

  it('is the one that a Pending user has requested, too', async () => {
    await attempt();
    const [request] = await execute(
      sql<{ id: string }>`insert into "reset-requests" (email) values (${invited.email}) returning id`,
    );
    await answerReset(test.services, request?.id ?? '');
    expect(await shown()).toMatchObject({ status: 'waiting' });
  });

  it('is that to the new address after a change of the e-mail', async () => {
    await attempt(refusing);
    const body = { email: make.email(), 'first-name': 'In', 'last-name': 'Vited', title: '', description: '' };
    const reply = await test.as(test.people.acmeAdmin, `PUT /iam/v1/users/${invited.id}`, body);
    expect(reply.body.item['mail']).toEqual({ status: 'waiting', on: time, reason: null });
  });

  it('makes no version stale, and its changes are announced to open screens', async () => {
    const heard: string[] = [];
    const stop = test.services.changes.subscribe((change) => heard.push(change?.event === 'changed' ? change.rn : ''));
    const times = (count: number) => vi.waitUntil(() => heard.filter((rn) => rn === invited.rn).length === count, soon);
    invited = await invite();
    await times(2);
    const waiting = (await read()).headers['etag'] as string;
    await attempt(refusing);
    await times(3);
    const refused = (await read()).headers['etag'] as string;
    expect(refused).not.toBe(waiting);
    expect(refused.split('.')[0]).toBe(waiting.split('.')[0]);
    const body = { email: invited.email, 'first-name': 'New', 'last-name': 'Name', title: '', description: '' };
    const saved = await test.as(test.people.acmeAdmin, `PUT /iam/v1/users/${invited.id}`, body, {
      'if-match': waiting,
    });
    expect(saved.status).toBe(200);
    await link(invited.rn);
    await times(5);
    await attempt();
    await times(6);
    stop();
  });

  it('stays as long as its user, and goes with them to another account', async () => {
    await attempt();
    await execute(
      sql`update outbox set "created-on" = "created-on" - interval '30 days', "sent-on" = "sent-on" - interval '30 days'`,
    );
    const first = await queued();
    await purge(test.services.db, 30);
    expect(await queued()).toEqual(first);
    expect(await shown()).toMatchObject({ status: 'sent' });

    const moving = { users: [invited.rn], 'account-id': test.accounts.birch };
    expect((await test.as(test.people.root, 'POST /admin/v1/users/move', moving)).status).toBe(200);
    const there = await test.as(test.people.birchAdmin, `GET /iam/v1/users/${invited.id}`);
    expect(there.body.item['mail']).toMatchObject({ status: 'sent' });

    await test.as(test.people.birchAdmin, `DELETE /iam/v1/users/${invited.id}`);
    await execute(sql`update users set "deleted-on" = now() - interval '31 days' where id = ${invited.id}`);
    await purge(test.services.db, 30);
    expect(await queued()).toEqual([]);
  });

  it('is purged a week after its end once another one has replaced it', async () => {
    await attempt(refusing);
    await link(invited.rn);
    await execute(sql`update outbox set "created-on" = "created-on" - interval '8 days',
      "given-up-on" = "given-up-on" - interval '8 days' where recipient = ${invited.email}`);
    await purge(test.services.db, 30);
    expect(await queued()).toMatchObject([{ sent: false, ended: false }]);
  });
});

describe('A mail whose link has ended is given up, and its text deleted:', () => {
  const byKey = sql`"activation-keys" set "ended-on" = now() where "user-id" =`;
  const ends: Readonly<Record<string, () => Promise<unknown>>> = {
    used: () =>
      test.as(null, 'POST /auth/v1/activate', { 'activation-key': invited.key, 'new-password': 'a fine new password' }),
    revoked: () => execute(sql`update ${byKey} ${invited.id}`),
    expired: () => execute(sql`update "activation-keys" set "expires-on" = now() where "user-id" = ${invited.id}`),
    'expired long ago': () => execute(sql`delete from "activation-keys" where "user-id" = ${invited.id}`),
    'ended with its account': () =>
      execute(sql`update accounts set "keys-ended-on" = clock_timestamp() where id = ${test.accounts.acme}`),
    'of a deleted user': () => test.as(test.people.acmeAdmin, `DELETE /iam/v1/users/${invited.id}`),
  };

  it.each(Object.entries(ends))('%s', async (_how, end) => {
    await end();
    await attempt();
    expect(good.mails.flatMap(({ recipients }) => recipients)).not.toContain(invited.email);
    expect(await queued()).toMatchObject([{ text: '', html: '', sent: false, ended: true }]);
    const reply = await read();
    if (reply.status === 200) expect(reply.body.item['mail']).toEqual({ status: 'refused', on: time, reason: null });
  });

  it('replaced by another one, which is sent', async () => {
    await link(invited.rn);
    await attempt();
    expect(await queued()).toMatchObject([
      { text: '', sent: false, ended: true },
      { sent: true, ended: false },
    ]);
    expect(await shown()).toMatchObject({ status: 'sent' });
  });

  it('with the last words of the server that had refused it for now', async () => {
    invited = await invite(`later-${make.email()}`);
    await attempt(refusing);
    await execute(sql`update outbox set "next-attempt-on" = now() where recipient = ${invited.email}`);
    await ends['revoked']?.();
    await attempt(refusing);
    expect(await shown()).toMatchObject({ status: 'refused', reason: expect.stringContaining(words) });
  });

  it('that confirms an e-mail', async () => {
    const { id } = await test.createPerson(test.accounts.acme, `Renamed${make.next()}`, null);
    const confirm = async (email: string) => {
      const body = { email, 'first-name': 'Re', 'last-name': 'Named', title: '', description: '' };
      expect((await test.as(test.people.acmeAdmin, `PUT /iam/v1/users/${id}`, body)).status).toBe(200);
    };
    const [former, present] = [make.email(), make.email()];
    await confirm(former);
    await confirm(present);
    for (const recipient of [former, present]) await attempt(good, recipient);
    expect((await queued(former)).filter(({ ended }) => ended)).toMatchObject([{ text: '', html: '' }]);
    expect(await queued(present)).toMatchObject([{ sent: true, ended: false }]);
    expect(await shown(id)).toBeNull();
  });

  it('unlike one whose greeting looks like a link', async () => {
    const body = {
      email: make.email(),
      'first-name': 'x?activation-key=y',
      'last-name': 'z',
      'account-id': test.accounts.acme,
    };
    const { rn } = (await test.as(test.people.acmeAdmin, 'POST /iam/v1/users', body)).body.resources[0] as {
      rn: string;
    };
    await link(rn);
    await attempt(good, body.email);
    expect(await queued(body.email)).toMatchObject([{ sent: true }]);
  });
});
