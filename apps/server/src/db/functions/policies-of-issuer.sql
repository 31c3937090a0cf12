CREATE OR REPLACE FUNCTION public."policies-of-issuer"(issuer uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
declare
  visible text := current_setting('keyhold.account', true);
  found jsonb;
begin
  perform set_config('keyhold.account', '*', true);
  with holders as (
    select users.id, users.policies, "account-id" from users
      where users.id = issuer and users.status = 'Active' and users."deleted-on" is null
    union all
    select bearers.id, bearers.policies, "account-id" from "service-accounts" as bearers where bearers.id = issuer
  ), active as (
    select holders.* from holders join accounts on accounts.id = holders."account-id"
      where accounts.status <> 'Inactive' and accounts."deleted-on" is null
  ), held as (
    select "role-id" from "user-roles" join active on active.id = "user-id"
    union all
    select "role-id" from "service-account-roles" join active on active.id = "service-account-id"
  )
  select coalesce(jsonb_agg(policy), '[]') into found from (
    select jsonb_array_elements(policies) as policy from active
    union all
    select jsonb_array_elements(roles.policies) from roles join held on held."role-id" = roles.id
  ) as all_of_them;
  perform set_config('keyhold.account', coalesce(visible, ''), true);
  return found;
end $function$;
