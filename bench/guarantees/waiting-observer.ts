import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Observes the order of offers, and how long seats are idle, in the database itself. */
export interface WaitingObserver {
  /** Gives a user tags, and notes the class that follows from them. */
  tag(account: string, user: string, tags: readonly string[], inClass: number): Promise<void>;
  /** Looks for seats that are free while somebody waits for them, until a time. */
  watchIdle(until: number): Promise<void>;
  /** Free seats that somebody waited for, with the longest time each was seen so. */
  readonly idle: { readonly seat: string; readonly ms: number }[];
  /** Idle seats do not count for a while: the database or a server was killed. */
  excuse(ms: number): void;
  /** A sentence for each offer that passed somebody. */
  passed(): Promise<string[]>;
  /** How many transactions PostgreSQL broke off because of a deadlock; the servers run them again. */
  deadlocks(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Judges each offer in its own transaction: nobody who may use the pool may wait without an offer and come before its
 * waiter, by class, then time. Seats that somebody takes without an offer are judged likewise, by the class of their tags.
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

const idleNow = `
select licenses.id, extract(epoch from now() - coalesce(licenses."freed-on", licenses."created-on")) * 1000 as ms from licenses
where licenses."pool-id" is not null and licenses."lease-state" = 'free' and coalesce(licenses."offered-until" <= now(), true)
  and exists (select from waiters where waiters."ended-on" is null and waiters.classes ? licenses."pool-id"::text
    and waiters.since < now() - interval '2 seconds'
    and not exists (select from licenses as offered where offered."offered-to" = waiters.id))`;

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

  async function ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    return (await client.query<Row>(text)).rows;
  }

  return {
    async tag(account, user, tags, inClass) {
      for (const tag of tags) {
        const values = [account, user, tag.split(':').at(-1)];
        await client.query('insert into "user-tags" ("account-id", "user-id", "tag-id") values ($1, $2, $3)', values);
      }
      await client.query('insert into "observed-classes" values ($1, $2)', [user, inClass]);
    },
    async watchIdle(until) {
      while (performance.now() < until) {
        await sleep(200);
        try {
          const rows = await ask<{ id: string; ms: string }>(idleNow);
          if (performance.now() < excusedUntil) continue;
          for (const { id, ms } of rows) longest.set(id, Math.max(longest.get(id) ?? 0, Number(ms)));
        } catch {
          // The database was killed.
          await client.end().catch(() => undefined);
          await sleep(500);
          client = await open().catch(() => client);
        }
      }
    },
    get idle() {
      return [...longest].map(([seat, ms]) => ({ seat, ms }));
    },
    excuse(ms) {
      excusedUntil = performance.now() + ms;
    },
    async passed() {
      return (await ask<{ what: string }>('select what from "observed-passed"')).map(({ what }) => what);
    },
    async deadlocks() {
      const [row] = await ask<{ deadlocks: string }>('select sum(deadlocks) as deadlocks from pg_stat_database');
      return Number(row?.deadlocks ?? 0);
    },
    close: () => client.end(),
  };
}
