import { type Kysely, sql } from 'kysely';
import { rebuildSearchText } from './searched-text.ts';

/** Accounts may have a unique customer number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table accounts add column "customer-number" text not null default '';
create unique index "accounts-customer-number-taken" on accounts (fold("customer-number"))
  where "customer-number" <> '' and "deleted-on" is null;
create index "accounts-by-customer-number" on accounts ("customer-number" collate "name-order", id) where "deleted-on" is null;
`)
    .execute(db);
  await rebuildSearchText(db, 'accounts');
}
