/** The columns of a user, without roles and tags. */
const shown = `id, "account-id", email, "first-name", "last-name", title, description, status, "last-login",
  "last-password-change", policies, "created-on", "updated-on"`;

export const getUserSql = `select ${shown} from users where id = $1 and "deleted-on" is null`;

/** The first users of an account by name, or all if there is no limit. */
export const listUsersSql = `
  select ${shown} from users where "account-id" = $1 and "deleted-on" is null
  order by "first-name" collate "name-order", "last-name" collate "name-order", "folded-email", id limit $2`;

/** As {@link listUsersSql}, with roles, tags and the count, as one JSON text in the form of the product's list. */
export const listUsersAsJsonSql = `
  select json_build_object('success', true, 'status-code', 200, 'errors', json_build_array(), 'warnings', json_build_array(),
    'items', coalesce(json_agg(item), '[]'), 'resources', json_build_object(),
    'total', (select count(*) from users where "account-id" = $1 and "deleted-on" is null), 'next-cursor', null)::text as body
  from (
    select json_build_object(
      'rn', 'keyhold:eu-1:' || u."account-id" || ':user:' || u.id,
      'email', u.email, 'first-name', u."first-name", 'last-name', u."last-name",
      'title', u.title, 'description', u.description, 'status', u.status,
      'last-login', to_char(u."last-login" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'last-password-change', to_char(u."last-password-change" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'created-on', to_char(u."created-on" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'updated-on', to_char(u."updated-on" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'roles', array(select 'keyhold:eu-1:' || u."account-id" || ':role:' || "role-id" from "user-roles" where "user-id" = u.id order by 1),
      'tags', array(select 'keyhold:eu-1:' || u."account-id" || ':tag:' || tags.id from "user-tags" join tags on tags.id = "tag-id"
        where "user-id" = u.id and tags."deleted-on" is null order by 1),
      'policies', u.policies) as item
    from users u where u."account-id" = $1 and u."deleted-on" is null
    order by u."first-name" collate "name-order", u."last-name" collate "name-order", u."folded-email", u.id limit $2
  ) as listed`;

/** The row for a sign-in. */
export const findByEmailSql = `
  select id, "first-name", "last-name", "password-hash" from users
  where "folded-email" = fold($1) and "deleted-on" is null and status = 'Active'`;

/** Tables without the product's features: search, lists in any order, a chained log. */
export const plainTablesSql = `
  create schema plain;
  create table plain.users (
    id uuid primary key default "new-id"(), "account-id" uuid not null references accounts, email text not null,
    "first-name" text not null, "last-name" text not null, title text not null, description text not null,
    status text not null default 'Pending', policies jsonb not null default '[]',
    "created-on" timestamptz not null default now(), "updated-on" timestamptz not null default now());
  create unique index on plain.users (lower(email));
  create index on plain.users ("account-id", "first-name", "last-name");
  create table plain.log (
    id bigint primary key generated always as identity, "account-id" uuid not null references accounts,
    "on" timestamptz not null default now(), actor text not null, action text not null, resource uuid not null, after jsonb not null);
  create index on plain.log ("account-id", "on")`;

export const insertUserSql = `
  insert into plain.users ("account-id", email, "first-name", "last-name", title, description)
  values ($1, $2, $3, $4, $5, $6) returning *`;

export const insertLogSql = `
  insert into plain.log ("account-id", actor, action, resource, after) values ($1, 'bench', $2, $3, $4)`;

export const insertAuditSql = `
  insert into audit ("account-id", actor, action, resource, after, address, "request-id")
  values ($1, '{"rn":"bench","name":"Bench","email":"bench@keyhold.example"}', $2, $3, $4, '127.0.0.1', gen_random_uuid())`;

/** Renews a lease. */
export const heartbeatSql = `
  update licenses set "expires-at" = now() + make_interval(secs => products."lease-seconds"), "heartbeat-seq" = $3
  from products
  where products.id = licenses."product-id" and licenses."lease-id" = $1 and licenses.epoch = $2
    and licenses."lease-state" = 'active' and licenses."expires-at" > now()
  returning licenses.id, licenses.epoch, licenses."expires-at"`;

/** Takes a free seat. */
export const consumeSql = `
  update licenses set "lease-state" = 'active', "lease-id" = "new-id"(), epoch = epoch + 1, "holder-id" = $2,
    "leased-on" = now(), "expires-at" = now() + interval '90 seconds', "activation-date" = coalesce("activation-date", now()),
    "heartbeat-seq" = 0, "device-id" = $3, "device-name" = 'Desk', "stream-id" = 'run-1', "freed-on" = null
  where id = (select id from licenses where "account-id" = $1 and "lease-state" = 'free' and "deleted-on" is null
    limit 1 for update skip locked)
  returning id, "lease-id", epoch, "expires-at"`;
