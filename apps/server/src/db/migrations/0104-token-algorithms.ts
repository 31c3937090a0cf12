import { type Kysely, sql } from 'kysely';

/** The name of the algorithm in a product's lease tokens: that of RFC 9864, or the older one that more libraries know. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table products add column "token-alg" text not null default 'Ed25519' check ("token-alg" in ('Ed25519', 'EdDSA'))`,
    )
    .execute(db);
}
