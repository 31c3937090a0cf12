import { type Kysely, sql } from 'kysely';

/** How the previous lease was released: its client may ask after the seat has a new holder. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table licenses add column "previous-release" jsonb').execute(db);
  await sql
    .raw(`
      update licenses set "previous-release" =
        jsonb_build_object('reason', "release-reason", 'message', "release-message", 'by', "release-by")
      where "lease-state" = 'free' and "release-reason" is not null`)
    .execute(db);
}
