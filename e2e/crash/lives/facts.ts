import type pg from 'pg';

/** The contents of an account, a line for each resource and for each kind of side effect; without ids and times. */
export type Facts = ReadonlyMap<string, string>;

const factsOfAccount = `
  with account as (select * from accounts where name = $1)
  select 'account' as thing, concat_ws(' ', status, case when "deleted-on" is not null then 'deleted' end,
    case when "owner-id" is not null then 'owned' end) as fact from account
  union all select 'other account', concat_ws(' ', status,
    (select count(*) from licenses where "account-id" = accounts.id), (select count(*) from audit where "account-id" = accounts.id))
    from accounts where name = $1 || ' moved'
  union all select 'user ' || split_part(email, '@', 1), concat_ws(' ', status,
    case when users."deleted-on" is not null then 'deleted' end,
    case when "last-password-change" is not null then 'with a password' end,
    (select count(*) from "user-roles" where "user-id" = users.id) || ' roles',
    (select count(*) from "user-tags" where "user-id" = users.id) || ' tags',
    case when exists (select from sessions where "user-id" = users.id and "ended-on" is null) then 'signed in' end,
    (select count(*) from "activation-keys" where "user-id" = users.id and "ended-on" is null) || ' keys')
    from users where "account-id" = (select id from account)
  union all select 'tag ' || name, coalesce('deleted' || left("deleted-on"::text, 0), '') from tags
    where "account-id" = (select id from account)
  union all select 'license ' || row_number() over (order by id collate "C"), concat_ws(' ', status, "lease-state", epoch,
    case when "deleted-on" is not null then 'deleted' end, case when "holder-id" is not null then 'held' end,
    "expiry-date"::date, jsonb_path_query_array(policies, '$[*].statements[*].size()'),
    jsonb_path_query_array(policies, '$[*].statements[*].principals.size()'), "release-reason",
    case when "activation-date" is not null then 'used' end)
    from licenses where "account-id" = (select id from account)
  union all select 'add-on ' || row_number() over (order by id),
    concat_ws(' ', case when "license-id" is not null then 'assigned' end, case when "deleted-on" is not null then 'deleted' end)
    from "addon-licenses" where "account-id" = (select id from account)
  union all select 'uses', count(*) || ', open ' || count(*) filter (where "ended-on" is null) from "license-uses"
    where "account-id" = (select id from account)
  union all select 'audit log', string_agg(action, ', ' order by seq) from audit
    where "account-id" = (select id from account) and action <> 'auth:Login'
  union all select 'mails', string_agg(recipient || ': ' || subject, ', ' order by "created-on", id) from outbox
    where "account-id" = (select id from account)
  union all select 'webhook', concat_ws(' ', url, enabled) from webhooks where "account-id" = (select id from account)
  union all select 'told', string_agg(type, ', ' order by "created-on", type) from "webhook-deliveries"
    where "account-id" = (select id from account)`;

/** Reads the facts of an account, once no reset request is pending. */
export async function factsOf(database: pg.Client, account: string): Promise<Facts> {
  for (;;) {
    const { rows } = await database.query<{ waiting: number }>(
      `select count(*)::int as waiting from "reset-requests" where "handled-on" is null`,
    );
    if (rows[0]?.waiting === 0) break;
  }
  const { rows } = await database.query<{ thing: string; fact: string | null }>(factsOfAccount, [account]);
  return new Map(
    rows.flatMap(({ thing, fact }) => (fact === null ? [] : [[thing, anonymous(fact, account)] as const])),
  );
}

/** Removes the name of the account, the only difference between lives of the same kind. */
function anonymous(fact: string, account: string): string {
  return fact.replaceAll(account.toLowerCase().replaceAll(' ', '-'), '…');
}

/** Returns a line for each difference between facts. */
export function differences(expected: Facts, actual: Facts): string[] {
  return [...new Set([...expected.keys(), ...actual.keys()])]
    .filter((thing) => expected.get(thing) !== actual.get(thing))
    .map((thing) => `${thing}: expected ${expected.get(thing) ?? 'nothing'}, found ${actual.get(thing) ?? 'nothing'}`);
}
