CREATE OR REPLACE FUNCTION public."add-job"(task text, payload json, key text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$ select graphile_worker.add_job(task, payload, job_key => key, job_key_mode => 'preserve_run_at') $function$;
