import { type Kysely, sql } from 'kysely';

/** When a mail was given up, because it was refused for good or its link has ended; `last-error` is the reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table outbox add column "given-up-on" timestamptz').execute(db);
}
