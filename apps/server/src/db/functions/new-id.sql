CREATE OR REPLACE FUNCTION public."new-id"()
 RETURNS uuid
 LANGUAGE sql
 PARALLEL SAFE
AS $function$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$function$;
