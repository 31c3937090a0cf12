import type pg from 'pg';

/** Invariants of the rows, also after interrupted work; each query finds the violations. */
const laws: Readonly<Record<string, string>> = {
  'a session outlives the right to it': `
    select s.id::text from sessions s join users u on u.id = s."user-id" join accounts a on a.id = s."account-id"
    where s."ended-on" is null and s."expires-on" > now()
      and (u.status = 'Inactive' or u."deleted-on" is not null or a.status = 'Inactive' or a."deleted-on" is not null)`,
  'a license is held by somebody who may not': `
    select l.id from licenses l join users u on u.id = l."holder-id" join accounts a on a.id = l."account-id"
    where l."lease-state" = 'active' and l."expires-at" > now() and l."freed-on" is null
      and (u.status <> 'Active' or u."deleted-on" is not null or l.status <> 'Active' or l."deleted-on" is not null
        or a.status = 'Inactive' or a."deleted-on" is not null)`,
  'a license is in use, but its use is not noted, or the other way round': `
    select coalesce(l.id, u."license-id") from licenses l
    full join (select * from "license-uses" where "ended-on" is null) u on u."license-id" = l.id
    where (u.id is not null) <> coalesce(l."lease-state" in ('active', 'offline') and l."freed-on" is null, false)`,
  'two seats are held by one device': `
    select min(id) from licenses where "lease-state" = 'active' and "expires-at" > now()
    group by "holder-id", "product-id", "device-id" having count(*) > 1`,
  'a policy names a user or a tag that is gone': `
    select l.id from licenses l, jsonb_path_query(l.policies, '$[*].statements[*].principals[*].id') p(rn)
    join users u on u.id::text = split_part(p.rn #>> '{}', ':', 5) where u."deleted-on" is not null and l."deleted-on" is null
    union all select l.id from licenses l, jsonb_path_query(l.policies, '$[*].statements[*].conditions[*].tags[*]') p(rn)
    join tags t on t.id::text = split_part(p.rn #>> '{}', ':', 5) where t."deleted-on" is not null and l."deleted-on" is null`,
  'a key opens an account whose password was changed since': `
    select u.email from "activation-keys" k join users u on u.id = k."user-id"
    where k."ended-on" is null and k."created-on" < u."last-password-change"`,
  'somebody is active without a password, or waits for one they have': `
    select email from users where status <> 'Inactive' and (status = 'Active') <> ("password-hash" is not null)`,
  'not exactly one key signs': `
    select count(*)::text from "signing-keys" where "retired-on" is null having count(*) <> 1`,
  'a user carries what belongs to another account': `
    select u.email from users u join "user-roles" ur on ur."user-id" = u.id join roles r on r.id = ur."role-id"
    where r."account-id" <> u."account-id"`,
  'a sign-in is not in the audit log, or one is that was none': `
    select a.name from accounts a where a.description = 'Made to be broken off.'
      and (select count(*) from sessions s where s."account-id" = a.id)
        <> (select count(*) from audit e where e."account-id" = a.id and e.action = 'auth:Login')`,
  'a mail is marked as sent that nobody tried to send': `
    select id::text from outbox where "sent-on" is not null and attempts = 0`,
};

/** Returns a sentence for each violated invariant of the data. */
export async function checkConsistency(database: pg.Client): Promise<string[]> {
  const found: string[] = [];
  for (const [sentence, query] of Object.entries(laws)) {
    const { rows } = await database.query<Record<string, string>>(query);
    if (rows.length === 0) continue;
    found.push(`${sentence}: ${rows.map((row) => Object.values(row)[0]).join(', ')}`);
  }
  return found;
}
