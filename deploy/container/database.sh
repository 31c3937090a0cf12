#!/bin/sh
# Prepares a new PostgreSQL: a database of Keyhold's own, and the two roles it works with.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$KEYHOLD_DATABASE_PASSWORD" -U postgres <<'SQL'
create role keyhold login password :'password';
create database keyhold owner keyhold encoding 'UTF8' template template0;
create role keyhold_app nologin;
grant keyhold_app to keyhold;
SQL
