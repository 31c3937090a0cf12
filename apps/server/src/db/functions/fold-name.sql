CREATE OR REPLACE FUNCTION public."fold-name"(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN replace(translate(lower((NORMALIZE($1, NFC) COLLATE "und-x-icu")), 'ςſ'::text, 'σs'::text), 'ß'::text, 'ss'::text);
