CREATE OR REPLACE FUNCTION public."people-named"(policies jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ARRAY(SELECT jsonb_array_elements_text(jsonb_path_query_array(policies, '$[*]."statements"[*]."principals"[*]."id"'::jsonpath)) AS jsonb_array_elements_text);
