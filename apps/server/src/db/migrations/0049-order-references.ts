import { type Kysely, sql } from 'kysely';
import { rebuildSearchText } from './searched-text.ts';

/** Licenses and add-on licenses may have an order reference. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['licenses', 'addon-licenses'] as const) {
    await sql
      .raw(`
alter table "${table}" add column "order-reference" text not null default '';
create index "${table}-by-order-reference" on "${table}" ("account-id", "order-reference" collate "name-order", id)
  where "deleted-on" is null;
`)
      .execute(db);
    await rebuildSearchText(db, table);
  }
}
