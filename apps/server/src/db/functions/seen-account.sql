CREATE OR REPLACE FUNCTION public."seen-account"()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(NULLIF(current_setting('keyhold.account'::text, true), '*'::text), ''::text))::uuid;
