/** All users of an account as the product's list shows them, as one JSON text. */
export const listUsersSql = `
  select json_build_object('success', true, 'status-code', 200, 'errors', json_build_array(), 'warnings', json_build_array(),
    'items', coalesce(json_agg(item), '[]'), 'resources', json_build_object(), 'total', count(*), 'next-cursor', null)::text as body
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
    order by u."first-name" collate "name-order", u."last-name" collate "name-order", u."folded-email", u.id
  ) as listed`;

export const insertUserSql = `
  insert into users ("account-id", email, "first-name", "last-name", title, description)
  values ($1, $2, 'Ada', 'Byron', 'Dr.', '') returning id, email, "first-name", "last-name", status, "created-on"`;

export const insertAuditSql = `
  insert into audit ("account-id", actor, action, resource, after, address, "request-id")
  values ($1, '{"rn":"bench","name":"Bench","email":"bench@keyhold.example"}', $2, $3, $4, '127.0.0.1', gen_random_uuid())`;

/** Keeps a lease for another lifetime. */
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
