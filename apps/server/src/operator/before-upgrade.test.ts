import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { olderDatabase } from '../../test/database/older-database.ts';
import { keyhold } from '../../test/operator.ts';

it('works on a database that the next start upgrades, or reports that it is older', async () => {
  const { address, query, migrate } = await olderDatabase('0032');
  const [provider] = await query(`insert into accounts (name) values ('Keyhold') returning id`);
  await query(`insert into installation (region, "provider-account-id") values ('eu-1', $1)`, [provider?.['id']]);
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-before-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const local = (...args: string[]) => keyhold(args, { DATABASE_URL: address, KEYHOLD_DATA_DIR: join(folder, 'none') });

  expect(await local('backup', folder)).toMatchObject({ code: 0, stderr: '' });
  const doctor = await local('doctor');
  expect(doctor.stdout).toContain('The next start migrates it to ');
  expect(doctor.stdout).not.toContain('could not run');
  expect(await local('audit', 'verify')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The schema of this database is not that of this version\. Run: keyhold doctor/),
  });

  await migrate();
  expect(await query('select "backup-made-on" is not null as made from upkeep')).toEqual([{ made: true }]);
});
