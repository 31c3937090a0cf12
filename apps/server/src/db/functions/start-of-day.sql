CREATE OR REPLACE FUNCTION public."start-of-day"(day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((day)::timestamp without time zone AT TIME ZONE 'UTC'::text);
