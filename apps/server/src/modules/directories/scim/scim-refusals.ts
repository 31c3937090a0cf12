import { directoryFailureLimit } from '@keyhold/contract';
import { sql } from 'kysely';
import type { Actor } from '../../../access/actor.ts';
import { scopeOf } from '../../../access/guards.ts';
import { type Database, inTransaction } from '../../../db/database.ts';
import type { Refusal } from '../../../http/scim.ts';

/** Longest stored text of a failure, in characters. */
const longest = 300;

/** Records a refused request of a directory for its administrators, and keeps only the newest few. */
export async function noteRefusal(db: Database, directory: Actor, refusal: Refusal): Promise<void> {
  const { method, error } = refusal;
  const { status, problems } = error;
  const of = { 'account-id': directory.accountId, 'directory-id': directory.userId };
  const [target, message, name] = [refusal.target, error.message, nameIn(refusal.body)].map((text) =>
    text.slice(0, longest).replaceAll('\0', ''),
  ) as [string, string, string];
  await inTransaction(db, scopeOf(directory), async (tx) => {
    await tx
      .insertInto('directory-failures')
      .values({ ...of, method, target, name, status, code: problems[0].code, message })
      .execute();
    await sql`delete from "directory-failures" where "directory-id" = ${directory.userId} and id <= (
      select id from "directory-failures" where "directory-id" = ${directory.userId}
      order by id desc offset ${directoryFailureLimit} limit 1)`.execute(tx);
  });
}

/** The name of the user or group in a request body. */
function nameIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  const found = Object.entries(body).find(([name]) => /^(username|displayname)$/i.test(name.slice(0, longest)));
  return typeof found?.[1] === 'string' ? found[1] : '';
}
