import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';

/** When a task is done by itself, in UTC: each minute, or in each hour at a minute of it. */
export type Schedule = 'each minute' | { readonly atMinute: number };

/** How often it is looked what is due, in milliseconds. */
const lookEvery = 2_000;

/**
 * Adds the jobs of what is due, by the database's clock: a server's own may be wrong. Of all servers the first to look adds
 * a job; one that has not been done yet stands for the next one too.
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

/** Has tasks done at their times, until the signal. */
export async function keepSchedule(
  pool: pg.Pool,
  schedules: ReadonlyMap<string, Schedule>,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  if (schedules.size === 0) return;
  const minutes = [...schedules.values()].map((schedule) => (schedule === 'each minute' ? null : schedule.atMinute));
  while (!signal.aborted) {
    await pool.query(addDue, [[...schedules.keys()], minutes]).catch((error: unknown) => {
      log.debug({ err: error }, 'It cannot be looked up what is due.');
    });
    await wait(lookEvery, undefined, { signal }).catch(() => undefined);
  }
}
