import { sql } from 'kysely';
import { vi } from 'vitest';
import { soon } from '../../../../test/soon.ts';
import type { TestApp } from '../app.ts';

/** Waits until `count` statements of the test's database wait for locks. */
export async function waitingForLocks({ services }: Pick<TestApp, 'services'>, count = 1): Promise<void> {
  await vi.waitUntil(async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(services.db);
    return rows[0]?.waiting === count;
  }, soon);
}
