CREATE OR REPLACE FUNCTION public."owns-audit"()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select relowner = current_user::regrole from pg_class where oid = 'audit'::regclass
$function$;
