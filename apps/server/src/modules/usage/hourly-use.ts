import { type RawBuilder, sql } from 'kysely';

/** The use of a product's licenses within one hour. */
export interface HourlyUse {
  readonly 'account-id': string;
  readonly 'product-id': string;
  readonly hour: Date;
  /** The maximum number of licenses in use at the same time. */
  readonly peak: number;
  /** Seconds of use, summed over all licenses. */
  readonly seconds: number;
  /** The number of uses that began. */
  readonly uses: number;
  readonly users: number;
}

/** The condition that a use, or a day of use, is of a license that is in a pool now; always true without one. */
export function ofPool(pool: string | null): RawBuilder<boolean> {
  return pool === null
    ? sql<boolean>`true`
    : sql<boolean>`"license-id" in (select pooled.id from licenses as pooled where pooled."pool-id" = ${pool})`;
}

/**
 * A query of the hours in which licenses were used, computed from the individual uses. An open use counts up to now, or
 * until its lease expired.
 *
 * @param from the start of an hour
 * @param to the end of an hour
 * @param account the account, or null for all accounts
 * @param pool the pool whose licenses count; null for all
 */
export function hourlyUse(
  from: Date,
  to: Date,
  account: string | null,
  pool: string | null = null,
): RawBuilder<HourlyUse> {
  const mine = account === null ? sql`true` : sql`uses."account-id" = ${account} and ${ofPool(pool)}`;
  return sql<HourlyUse>`
    with bounds as (select ${from}::timestamptz as lower, ${to}::timestamptz as upper),
    spans as materialized (
      select uses."account-id", uses."product-id", uses."user-id", uses."started-on", greatest(uses."started-on", lower) as begins,
        greatest(uses."started-on", least(coalesce(uses."ended-on", least(now(), licenses."expires-at"), now()), upper)) as ends
      from bounds cross join "license-uses" as uses
        left join licenses on licenses.id = uses."license-id" and uses."ended-on" is null
      where uses."started-on" < upper and (uses."ended-on" is null or uses."ended-on" > lower or uses."started-on" >= lower) and ${mine}
    ),
    hours as (select hour from bounds cross join lateral generate_series(lower, upper - interval '1 hour', interval '1 hour') as hour),
    -- The moments at which the number of licenses in use changes, and each hour's start, with a change of 0.
    points as (
      select "account-id", "product-id", begins as moment, 1 as change from spans where ends > begins
      union all select "account-id", "product-id", ends, -1 from spans cross join bounds where ends > begins and ends < upper
      union all select "account-id", "product-id", hour, 0 from (select distinct "account-id", "product-id" from spans) as products cross join hours
    ),
    -- Changes at the same moment are summed: a seat that passes to the next user is not in use twice.
    changes as (
      select "account-id", "product-id", moment, sum(change) as change from points group by 1, 2, 3
    ),
    levels as (
      select "account-id", "product-id", moment, sum(change) over line as level, lead(moment) over line as next
      from changes window line as (partition by "account-id", "product-id" order by moment)
    ),
    loads as (
      select "account-id", "product-id", date_trunc('hour', moment, 'UTC') as hour, max(level)::int as peak,
        sum(level * extract(epoch from coalesce(next, upper) - moment))::float8 as seconds
      from levels cross join bounds group by 1, 2, 3
    ),
    people as (
      select "account-id", "product-id", hour, count(distinct "user-id")::int as users,
        (count(*) filter (where "started-on" >= hour))::int as uses
      -- Each use's own hours, not every hour with every use.
      from spans cross join lateral generate_series(date_trunc('hour', begins, 'UTC'), ends, interval '1 hour') as hour
      where ends > hour or "started-on" >= hour group by 1, 2, 3
    )
    select "account-id", "product-id", hour, loads.peak, loads.seconds, people.uses, people.users
    from people join loads using ("account-id", "product-id", hour)`;
}
