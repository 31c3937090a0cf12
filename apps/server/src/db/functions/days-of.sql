CREATE OR REPLACE FUNCTION public."days-of"("from" timestamp with time zone, "to" timestamp with time zone)
 RETURNS TABLE(day date, seconds double precision, "last-on" timestamp with time zone)
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select each::date, extract(epoch from least("to", "start-of-day"(each::date + 1)) - greatest("from", "start-of-day"(each::date))),
    least("to", "start-of-day"(each::date + 1))
  from generate_series(("from" at time zone 'UTC')::date, ("to" at time zone 'UTC')::date, interval '1 day') as each
$function$;
