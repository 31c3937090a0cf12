import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { inTransaction } from '../db/database.ts';
import { withClient } from '../db/open/owner-client.ts';
import { backUp } from './backup.ts';
import { openBackup } from './backup-reader.ts';
import { backUpWhenDue } from './scheduled-backup.ts';

let test: TestApp;
let folder: string;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyhold-backups-'));
  await set({ 'backup-made-on': null, 'backup-tried-on': null, 'backup-error': null, 'backup-file': null });
  return () => rm(folder, { recursive: true });
});

const never = new AbortController().signal;
const run = (signal = never, keep = 3) =>
  backUpWhenDue(test.services, test.connectionString, { folder, hours: 24, keep }, signal);

function everywhere<Result>(work: Parameters<typeof inTransaction<Result>>[2]): Promise<Result> {
  return inTransaction(test.services.db, 'every account', work);
}
const set = (values: object) => everywhere((tx) => tx.updateTable('upkeep').set(values).execute());
const state = () => everywhere((tx) => tx.selectFrom('upkeep').selectAll().executeTakeFirstOrThrow());
const hoursAgo = (hours: number) => sql<Date>`now() - make_interval(hours => ${hours})`;

describe('The server', () => {
  it('makes a backup when there is none, records it, and waits for the next due time', async () => {
    await run();
    await run();
    const [name = '', ...others] = await readdir(folder);
    expect([name, others]).toEqual([expect.stringMatching(/^keyhold-\d{8}T\d{6}Z\.backup\.gz$/), []]);
    const { header, close } = await openBackup(join(folder, name));
    close();
    expect(await state()).toMatchObject({
      'backup-made-on': new Date(header['created-on']),
      'backup-file': join(folder, name),
      'backup-error': null,
    });
    const entry = await everywhere((tx) =>
      tx.selectFrom('audit').selectAll().where('action', '=', 'adm:BackUp').executeTakeFirstOrThrow(),
    );
    expect(entry['account-id']).toBe(test.accounts.provider);
  });

  it('makes the next backup when the last one is old enough, whatever made it', async () => {
    await set({ 'backup-made-on': hoursAgo(23) });
    await run();
    expect(await readdir(folder)).toEqual([]);
    await set({ 'backup-made-on': hoursAgo(24) });
    await run();
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('makes one backup when several nodes run at once', async () => {
    await Promise.all([run(), run(), run()]);
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('removes the oldest backups and abandoned unfinished ones, and nothing else', async () => {
    const names = ['keyhold-20260101T000000Z', 'keyhold-20260102T000000Z', 'keyhold-20260103T000000Z'];
    for (const name of names) await writeFile(join(folder, `${name}.backup.gz`), '');
    const others = ['monday.backup.gz', 'notes.txt', 'keyhold-20260101T000000Z.backup.gz.unfinished'];
    for (const name of others) await writeFile(join(folder, name), '');
    const broken = join(folder, 'keyhold-20260102T000000Z.backup.gz.unfinished');
    await writeFile(broken, '');
    await utimes(broken, 0, 0);
    await run(never, 2);
    const left = (await readdir(folder)).sort();
    expect(left).toEqual(
      [...others, 'keyhold-20260103T000000Z.backup.gz', left.find((name) => name > 'keyhold-20260104')].sort(),
    );
  });

  it('keeps the old backups when a new one fails, records the reason, and retries later', async () => {
    await rm(folder, { recursive: true });
    await expect(run(never, 1)).rejects.toThrow('There is no folder');
    expect(await state()).toMatchObject({
      'backup-made-on': null,
      'backup-error': `There is no folder ${folder}. Create it first, or choose another one.`,
    });
    await mkdir(folder);
    await run();
    expect(await readdir(folder)).toEqual([]);
    await set({ 'backup-tried-on': sql`now() - interval '10 minutes'` });
    await run();
    expect(await readdir(folder)).toHaveLength(1);
    expect((await state())['backup-error']).toBeNull();
  });

  it('does not count an interrupted backup as failed, and starts the next one immediately', async () => {
    const stopping = new AbortController();
    await whileItWaits(stopping.signal, async (running) => {
      stopping.abort();
      await running;
      expect(await state()).toMatchObject({ 'backup-tried-on': null, 'backup-error': null });
    });
    await run();
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('records a failure when a backup exceeds its deadline', async () => {
    const late = new AbortController();
    await whileItWaits(late.signal, async (running) => {
      late.abort(new DOMException('Late.', 'TimeoutError'));
      await expect(running).rejects.toThrow();
    });
    expect((await state())['backup-error']).toBe('The backup could not be made. The log of the server says why.');
  });

  it('makes no backup when aborted before the start', async () => {
    const signal = AbortSignal.abort();
    await expect(backUp(test.connectionString, folder, { signal })).rejects.toThrow('aborted');
    expect(await readdir(folder)).toEqual([]);
  });

  it('leaves no file when aborted while writing', async () => {
    const giving = new AbortController();
    const onProgress = () => giving.abort();
    await expect(backUp(test.connectionString, folder, { onProgress, signal: giving.signal })).rejects.toThrow();
    expect(await readdir(folder)).toEqual([]);
  });
});

/** Runs work while a backup waits for a locked table. */
async function whileItWaits(signal: AbortSignal, work: (running: Promise<void>) => Promise<void>): Promise<void> {
  await withClient(test.connectionString, async (client) => {
    await client.query('begin; lock table webhooks in access exclusive mode');
    const running = run(signal);
    const settled = Promise.allSettled([running]);
    // Tests with other databases on the same server wait for locks too.
    const waiting = `select from pg_locks where relation = 'webhooks'::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
    await work(running);
    await settled;
    await client.query('rollback');
  });
}
