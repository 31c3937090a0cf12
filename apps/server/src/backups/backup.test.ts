import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../test/app.ts';
import { inTransaction } from '../db/database.ts';
import { backUp } from './backup.ts';

const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

it('a backup ends when its file cannot be written, even in the middle of a long table', async () => {
  const test = await createTestApp();
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-backups-'));
  // More than the buffers of a connection hold.
  await inTransaction(test.services.db, 'every account', (tx) =>
    sql`insert into attempts select string_agg(md5(random()::text), '') || number, 1, now(), null
      from generate_series(1, 20000) as number, generate_series(1, 30) group by number`.execute(tx),
  );
  const onProgress = (done: number) => {
    if (done > 1_000) throw full;
  };
  await expect(backUp(test.connectionString, folder, { onProgress })).rejects.toThrow(/is full/);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
  await test.close();
});
