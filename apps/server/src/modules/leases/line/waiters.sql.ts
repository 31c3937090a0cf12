import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { type Installation, rnOf } from '../../../installation.ts';
import { effectiveClass, isIn, type Line } from './lines.sql.ts';

/** A waiter with what decides about a seat for them. */
export interface WaitingRow {
  readonly id: string;
  readonly 'account-id': string;
  readonly 'product-id': string;
  readonly consumer: string;
  readonly 'user-id': string;
  readonly 'license-id': string | null;
  readonly 'released-on': Date | null;
  readonly 'client-version': string | null;
  readonly 'device-id': string;
  readonly classes: Readonly<Record<string, number>>;
  /** Whether user and account are active. */
  readonly active: boolean;
  readonly 'tag-ids': readonly string[];
}

const columns = sql`waiters.id, waiters."account-id", waiters."product-id", waiters.consumer, waiters."user-id", waiters."license-id",
  waiters."released-on", waiters."client-version", waiters."device-id", waiters.classes,
  not exists (select from users where users.id = waiters."user-id" and (users.status <> 'Active' or users."deleted-on" is not null))
    and exists (select from users where users.id = waiters."user-id" and users."account-id" = waiters."account-id" union all
      select from "service-accounts" where "service-accounts".id = waiters."user-id")
    and exists (select from accounts where accounts.id = waiters."account-id" and accounts.status = 'Active' and accounts."deleted-on" is null)
    as active,
  array(select tags.id::text from "user-tags" join tags on tags.id = "user-tags"."tag-id"
    where "user-tags"."user-id" = waiters."user-id" and tags."deleted-on" is null) as "tag-ids"`;

const isOffered = sql`exists (select from licenses where licenses."offered-to" = waiters.id)`;

/** Some waiters of a line that have no offer, in their order. */
export async function nextWaiters(
  tx: Transaction,
  line: Line,
  key: string,
  {
    notBelow,
    except,
    neededTags = null,
    limit,
  }: {
    readonly notBelow: number;
    readonly except: readonly string[];
    /** The tags of which they have one; null if that makes no difference. */
    readonly neededTags?: readonly string[] | null;
    readonly limit: number;
  },
): Promise<WaitingRow[]> {
  const inLine = effectiveClass(sql`${key}::text`);
  const { rows } = await sql<WaitingRow>`
select ${columns} from waiters
where ${isIn(line)} and waiters.classes ? ${key}::text and waiters."claimed-license" is null and not ${isOffered}
  and ${inLine} <= ${notBelow} and waiters.id <> all(${except}::uuid[])
  and (${neededTags}::text[] is null or exists (select from "user-tags"
    where "user-tags"."user-id" = waiters."user-id" and "user-tags"."tag-id"::text = any(${neededTags}::text[])))
order by ${inLine}, waiters.since, waiters.id limit ${limit}`.execute(tx);
  return rows;
}

/** Some waiters of a line, or of some users of an account. */
export async function readWaiters(
  tx: Transaction,
  {
    account,
    product,
    users,
    after,
    limit,
  }: {
    readonly account: string;
    readonly product: string | null;
    readonly users: readonly string[] | null;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
select ${columns} from waiters
where waiters."account-id" = ${account} and waiters."ended-on" is null
  and (${product}::text is null or waiters."product-id" = ${product}::text)
  and (${users}::uuid[] is null or waiters."user-id" = any(${users}::uuid[]))
  and (${after}::uuid is null or waiters.id > ${after}::uuid)
order by waiters.id limit ${limit}`.execute(tx);
  return rows;
}

/** The waiter as policies see them. */
export function subjectOfWaiter(
  installation: Installation,
  { consumer, 'account-id': account, 'tag-ids': tags }: WaitingRow,
) {
  return { rn: consumer, tags: tags.map((id) => rnOf(installation, account, 'tag', id)) };
}
