import { inDatabase } from '../fixtures/database.ts';

/**
 * Checks the audit log of every account in the server's own PostgreSQL, while it runs.
 *
 * @param database its folder
 * @param emails whose changes are counted
 * @returns a sentence for each fault of the chains, and how many changes each of these people made to tags and users
 */
export async function readAuditLog(
  database: string,
  emails: readonly string[],
): Promise<{ faults: string[]; changes: ReadonlyMap<string, number> }> {
  return inDatabase(database, async (client) => {
    const broken = await client.query<{ account: string; seq: string }>(`
      select entry."account-id" as account, entry.seq from audit entry
      left join audit earlier on earlier."account-id" = entry."account-id" and earlier.seq = entry.seq - 1
      where entry.previous <> coalesce(earlier.hash, '') or (entry.seq > 1 and earlier.seq is null)
        or entry.hash <> "audit-hash"(entry)`);
    const headless = await client.query<{ account: string }>(`
      select head."account-id" as account from "audit-heads" head
      left join audit entry on entry."account-id" = head."account-id" and entry.seq = head.seq
      where entry.hash is distinct from head.hash
        or exists (select from audit later where later."account-id" = head."account-id" and later.seq > head.seq)`);
    const counted = await client.query<{ email: string; changes: number }>(
      `select actor ->> 'email' as email, count(*)::int as changes from audit
       where actor ->> 'email' = any ($1) and action ~ '^iam:(Create|Update|Delete|Add|Remove)(User|Tag|UserTag)$'
       group by 1`,
      [emails],
    );
    return {
      faults: [
        ...broken.rows.map(({ account, seq }) => `The audit chain of ${account} is broken at ${seq}.`),
        ...headless.rows.map(({ account }) => `The audit chain of ${account} does not end where its head says.`),
      ],
      changes: new Map(counted.rows.map(({ email, changes }) => [email, changes])),
    };
  });
}
