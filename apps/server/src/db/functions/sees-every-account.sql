CREATE OR REPLACE FUNCTION public."sees-every-account"()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(current_setting('keyhold.account'::text, true), ''::text) = '*'::text);
