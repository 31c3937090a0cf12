import type * as fs from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { createTestApp } from '../../test/app.ts';
import { inTransaction } from '../db/database.ts';
import { backUp } from './backup.ts';

const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

// A disk that is full after a megabyte.
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof fs>()),
  createWriteStream: () => {
    let written = 0;
    return new Writable({
      write({ length }: Buffer, _encoding, done) {
        written += length;
        done(written > 1_000_000 ? full : null);
      },
    });
  },
}));

it('a backup ends when its file cannot be written, even in the middle of a long table', async () => {
  const test = await createTestApp();
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-backups-'));
  // More than the buffers of a connection hold.
  await inTransaction(test.services.db, 'every account', (tx) =>
    sql`insert into attempts select string_agg(md5(random()::text), '') || number, 1, now(), null
      from generate_series(1, 20000) as number, generate_series(1, 30) group by number`.execute(tx),
  );
  await expect(backUp(test.connectionString, folder)).rejects.toThrow(/is full/);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
  await test.close();
});
