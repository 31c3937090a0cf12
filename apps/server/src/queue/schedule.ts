import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';

/** When a task runs, in UTC: each minute, or at a minute of each hour. */
export type Schedule = 'each minute' | { readonly atMinute: number };

/** Interval between two searches for due tasks, in milliseconds. */
const lookEvery = 2_000;

/**
 * Adds jobs for due tasks, by the database's clock, since a server's clock may be wrong. The first server to look adds
 * the job; until it has run, no second one is added.
 */
const addDue = `
  with due as (
    select task, case when minute is null then date_trunc('minute', now())
      else date_trunc('hour', now() - make_interval(mins => minute)) + make_interval(mins => minute) end as moment
    from unnest($1::text[], $2::int[]) as tasks(task, minute)
  ), claimed as (
    insert into "task-times" (task, "due-on") select task, moment from due order by task
    on conflict (task) do update set "due-on" = excluded."due-on" where "task-times"."due-on" <> excluded."due-on"
    returning task
  )
  select "add-job"(task, '{}', 'every ' || task) from claimed`;

/** Adds the jobs of scheduled tasks when they are due, until the signal is aborted. */
export async function keepSchedule(
  pool: pg.Pool,
  schedules: ReadonlyMap<string, Schedule>,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  if (schedules.size === 0) return;
  const minutes = [...schedules.values()].map((schedule) => (schedule === 'each minute' ? null : schedule.atMinute));
  let failing = false;
  while (!signal.aborted) {
    try {
      await pool.query(addDue, [[...schedules.keys()], minutes]);
      failing = false;
    } catch (error) {
      // Once for all failures in a row.
      log[failing ? 'debug' : 'warn']({ err: error }, 'The job schedule cannot be read.');
      failing = true;
    }
    await wait(lookEvery, undefined, { signal }).catch(() => undefined);
  }
}
