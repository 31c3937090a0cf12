import { type Kysely, sql } from 'kysely';

/** The last heartbeat of a lease with its nonce, and the epoch in which a heartbeat of a copy was refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table licenses add column "heartbeat-request" text').execute(db);
  await sql.raw('alter table licenses add column "copied-epoch" integer').execute(db);
}
