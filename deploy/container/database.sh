#!/bin/sh
# Prepares a new PostgreSQL: creates Keyhold's database and its two roles.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$KEYHOLD_DATABASE_PASSWORD" -U postgres <<'SQL'
create role keyhold login password :'password';
create database keyhold owner keyhold encoding 'UTF8' template template0;
create role keyhold_app nologin;
grant keyhold_app to keyhold;
SQL
