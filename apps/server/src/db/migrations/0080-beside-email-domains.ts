import { type Kysely, sql } from 'kysely';

/** Users that one transaction changes. */
const chunk = 2_000;

/** Notes the domain of the e-mails that were stored before 0079, and indexes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let changed = 1; changed > 0; ) {
    const { numAffectedRows = 0n } = await sql`
      update users set "email-domain" = regexp_replace(fold(email), '^.*@', '')
      where id = any(array(select id from users where "email-domain" is null limit ${chunk} for update skip locked))`.execute(
      db,
    );
    changed = Number(numAffectedRows);
  }
  // A new database is migrated in one transaction, which permits no concurrent creation and needs none.
  const concurrently = db.isTransaction ? sql`` : sql`concurrently`;
  // An interrupted concurrent creation leaves an index that is never used.
  await sql`drop index ${concurrently} if exists "users-by-email-domain"`.execute(db);
  await sql`create index ${concurrently} "users-by-email-domain" on users ("email-domain", id)
    where "deleted-on" is null`.execute(db);
}
