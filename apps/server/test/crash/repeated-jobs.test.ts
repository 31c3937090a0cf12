import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction, type Transaction } from '../../src/db/database.ts';
import { listJobs } from '../../src/jobs/jobs.ts';
import { resetMail } from '../../src/mail/messages.ts';
import { queueMail } from '../../src/mail/outbox.ts';
import { usualChunks } from '../../src/queue/chunks.ts';
import { startMailServer, type TestMailServer } from '../receivers/mail-server.ts';
import { type Bench, openBench } from './bench.ts';
import { tasks } from './tasks.ts';

let bench: Bench;
let mail: TestMailServer;
let backups: string;
beforeAll(async () => {
  [bench, mail] = await Promise.all([openBench(), startMailServer()]);
  backups = await mkdtemp(join(tmpdir(), 'keyhold-backups-'));
});
afterAll(async () => {
  await bench.close();
  await mail.stop();
  await rm(backups, { recursive: true });
});

const everywhere = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  inTransaction(bench.test.services.db, 'every account', work);
const settings = () => ({
  connectionString: bench.test.connectionString,
  smtpUrl: mail.url,
  mailFrom: 'Keyhold <a@b.example>',
  purgeDays: 30,
  webhooksAllowPrivate: false,
  backups: { folder: backups, hours: 24, keep: 3 },
});
const prepared = (name: string) => async () => void (await tasks[name]?.prepare(bench));
const mailed = async () => {
  const before = await everywhere((tx) => tx.selectFrom('outbox').select('id').execute());
  const mine = { email: `once${before.length}@made.example`, name: 'Ada', language: null };
  await everywhere((tx) => queueMail(tx, bench.account, resetMail(bench.test.services.installation, mine, 'a key')));
  const after = await everywhere((tx) => tx.selectFrom('outbox').select('id').execute());
  return after.find(({ id }) => !before.some((one) => one.id === id))?.id;
};
const resetRequested = async () => {
  const { email } = await bench.make.person(bench.account);
  const { id } = await everywhere((tx) =>
    tx.insertInto('reset-requests').values({ email }).returning('id').executeTakeFirstOrThrow(),
  );
  return id;
};

/** Makes work for each job, and returns the row that it is for, if it is for one. */
const work: Readonly<Record<string, () => Promise<unknown>>> = {
  'sweep-leases': prepared('the sweep of lapsed leases'),
  'cascade-accounts': async () => {
    const { id } = await bench.make.account();
    await bench.make.user(id);
    await everywhere((tx) =>
      sql`update accounts set cascading = 'deletion', "cascaded-on" = now(), "deleted-on" = now() where id = ${id}`.execute(
        tx,
      ),
    );
  },
  'release-managed': async () => {
    const directory = await bench.make.serviceAccount(bench.account);
    const user = await bench.make.user(bench.account);
    await everywhere((tx) => sql`update users set "directory-id" = ${directory.id} where id = ${user.id}`.execute(tx));
    await bench.test.as(bench.test.people.root, `DELETE /iam/v1/service-accounts/${directory.id}`);
  },
  'flush-denials': async () => undefined,
  'reset-password': resetRequested,
  'answer-waiting-resets': resetRequested,
  'send-mail': mailed,
  'send-due-mail': mailed,
  'deliver-webhook': async () => {
    // An account without other deliveries, the next of which a repeated job would make.
    const { id } = await bench.make.account();
    return bench.make.webhookDelivery(id, await bench.make.webhook(id));
  },
  'deliver-due-webhooks': prepared('the look for deliveries that are due'),
  'tell-of-expiry': prepared('the warning that a license expires'),
  'warn-of-ends': prepared('the warning that licenses end'),
  'tell-of-token-ends': prepared('the warning that a token ends'),
  'roll-up-usage': prepared('the summing up of hours'),
  purge: prepared('the removal of what was deleted long ago'),
  'make-backup': async () => undefined,
  'check-audit-logs': async () => undefined,
  'read-certificate': async () => undefined,
  'finish-upgrade': async () => undefined,
  'vacuum-tables': async () => undefined,
};

/** A job that is added again replaces the waiting one; the others have observations. */
const rewritten = new Set(['_private_jobs', 'upkeep', 'task-times']);

describe('A job that is repeated after its commit, because its node died before the queue heard of its end', () => {
  it('is one of these', () => {
    expect(
      listJobs(bench.test.services, settings())
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(Object.keys(work).toSorted());
  });

  it.each(Object.keys(work))('%s: does nothing twice', async (name) => {
    const job = listJobs(bench.test.services, settings()).find((one) => one.name === name);
    const id = await work[name]?.();
    const run = async () => {
      const { signal } = new AbortController();
      await job?.run({ chunk: usualChunks.chunk, ...job, payload: { id, tables: ['tags'] }, signal });
    };
    await run();
    const sent = mail.mails.length;
    const { written } = await bench.wholly(async () => run);
    for (const [table, { more }] of Object.entries(written)) {
      expect(rewritten, `${name} wrote ${table} again`).toContain(table);
      expect(more, `${name} added to ${table} again`).toBe(0);
    }
    expect(mail.mails).toHaveLength(sent);
  });
});
