import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Observes the order of offers, and how long seats are idle, in the database itself. */
export interface WaitingObserver {
  /** Gives a user tags, and notes the class that follows from them. */
  tag(account: string, user: string, tags: readonly string[], inClass: number): Promise<void>;
  /** Looks for seats that are free while they have waiters, until a time on the clock of `performance.now()`. */
  watch(until: number): Promise<void>;
  /** Free seats that had waiters, with the longest time each was seen so. */
  readonly idle: { readonly seat: string; readonly ms: number }[];
  /** For how long idle seats counted, in milliseconds. */
  readonly watched: number;
  readonly mostWaiting: number;
  /** What a kill costs does not count: idle seats until {@link allowance} after both servers work again. */
  excuse(recovered: Promise<void>): void;
  /** A sentence for each offer that passed a waiter, and for each place that ended otherwise than by its waiter. */
  judge(): Promise<{ readonly passed: string[]; readonly lost: string[]; readonly deadlocks: number }>;
  close(): Promise<void>;
}

/** How long after a recovery idle seats do not count, in milliseconds: the servers' job that works alone changes over. */
const allowance = 5000;

/**
 * Judges each offer in its own transaction: nobody who may use the pool may wait without an offer and come before its
 * waiter, by class, then time. Seats that are taken without an offer are judged likewise, by the class of their tags.
 */
const judge = `
create table if not exists "observed-classes" ("user-id" uuid primary key, class integer not null);
create table if not exists "observed-passed" (what text not null);
grant select, insert on "observed-classes", "observed-passed" to keyhold_app;
create or replace function "observe-offer"() returns trigger language plpgsql as $$
declare
  class_of_waiter integer;
  since_of_waiter timestamptz;
  passed uuid;
begin
  if new."offered-to" is not null and new."offered-to" is distinct from old."offered-to" then
    select coalesce(waiters.class, (classes ->> new."pool-id"::text)::integer), since into class_of_waiter, since_of_waiter
      from waiters where id = new."offered-to";
  elsif new."lease-state" = 'active' and new."lease-id" is distinct from old."lease-id" and old."offered-to" is null
      and new."holder-id" is distinct from old."holder-id" then
    select class, clock_timestamp() into class_of_waiter, since_of_waiter from "observed-classes" where "user-id" = new."holder-id";
  else
    return new;
  end if;
  select waiters.id into passed from waiters
    where "account-id" = new."account-id" and "product-id" = new."product-id" and "ended-on" is null
      and classes ? new."pool-id"::text and waiters.id is distinct from new."offered-to" and "claimed-license" is null
      and (coalesce(waiters.class, (classes ->> new."pool-id"::text)::integer), since) < (class_of_waiter, since_of_waiter)
      and since < clock_timestamp() - interval '31 minutes' is not true
      and not exists (select from licenses where licenses."offered-to" = waiters.id) limit 1;
  if passed is not null then
    insert into "observed-passed" values (format('%s before %s for %s', coalesce(new."offered-to", new."holder-id"), passed, new.id));
  end if;
  return new;
end $$;
create or replace trigger "observe-offer" after update of "offered-to", "lease-state" on licenses for each row execute function "observe-offer"();`;

/** Seats that are free while they have waiters who has no offer yet, and for how long that has been so. */
const idleNow = `
select licenses.id, extract(epoch from clock_timestamp() - greatest(coalesce(licenses."freed-on", licenses."created-on"), waiting.first)) * 1000 as ms
from licenses cross join lateral (
  select min(since) as first from waiters where waiters."ended-on" is null and waiters.classes ? licenses."pool-id"::text
    and not exists (select from licenses as offered where offered."offered-to" = waiters.id)) as waiting
where licenses."pool-id" is not null and licenses."lease-state" = 'free' and coalesce(licenses."offered-until" <= now(), true)
  and waiting.first is not null`;

const endedOtherwise = `select "ended-reason" as reason, count(*)::integer as places from waiters
  where "ended-on" is not null and "ended-reason" <> 'taken' group by 1 order by 1`;

const everywhere = "set keyhold.account = '*'";

export async function openWaitingObserver(connectionString: string): Promise<WaitingObserver> {
  const open = async () => {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    await client.connect();
    await client.query(everywhere);
    return client;
  };
  let client = await open();
  await client.query(judge);
  const longest = new Map<string, number>();
  let excusedUntil = 0;
  let watched = 0;
  let mostWaiting = 0;

  async function ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    return (await client.query<Row>(text)).rows;
  }

  async function look(since: number): Promise<number> {
    const rows = await ask<{ id: string; ms: string }>(idleNow);
    const [waiting] = await ask<{ count: number }>('select count(*)::integer from waiters where "ended-on" is null');
    mostWaiting = Math.max(mostWaiting, waiting?.count ?? 0);
    const at = performance.now();
    if (at < excusedUntil) return at;
    watched += at - since;
    for (const { id, ms } of rows) longest.set(id, Math.max(longest.get(id) ?? 0, Number(ms)));
    return at;
  }

  return {
    async tag(account, user, tags, inClass) {
      for (const tag of tags) {
        const values = [account, user, tag.split(':').at(-1)];
        await client.query('insert into "user-tags" ("account-id", "user-id", "tag-id") values ($1, $2, $3)', values);
      }
      await client.query('insert into "observed-classes" values ($1, $2)', [user, inClass]);
    },
    async watch(until) {
      for (let since = performance.now(); performance.now() < until; ) {
        await sleep(200);
        try {
          since = await look(since);
        } catch {
          // The database was killed.
          await client.end().catch(() => undefined);
          await sleep(500);
          client = await open().catch(() => client);
          since = performance.now();
        }
      }
    },
    get idle() {
      return [...longest].map(([seat, ms]) => ({ seat, ms }));
    },
    get watched() {
      return watched;
    },
    get mostWaiting() {
      return mostWaiting;
    },
    excuse(recovered) {
      excusedUntil = Number.POSITIVE_INFINITY;
      void recovered.then(() => {
        excusedUntil = performance.now() + allowance;
      });
    },
    async judge() {
      const passed = await ask<{ what: string }>('select what from "observed-passed"');
      const ended = await ask<{ reason: string; places: number }>(endedOtherwise);
      const [row] = await ask<{ deadlocks: string }>('select sum(deadlocks) as deadlocks from pg_stat_database');
      return {
        passed: passed.map(({ what }) => `Passed: ${what}`),
        lost: ended.map(({ reason, places }) => `${places} places ended in the database: ${reason}.`),
        deadlocks: Number(row?.deadlocks ?? 0),
      };
    },
    close: () => client.end(),
  };
}
