import type pg from 'pg';
import { queryRow } from '../db/open/query-row.ts';

/** The first broken link of an account's chain. */
interface BrokenLink {
  readonly account: string;
  readonly 'account-name': string;
  /** The number of the entry. */
  readonly seq: number;
  readonly reason: string;
}

/** The result of a check of the audit log. */
export interface AuditCheck {
  readonly accounts: number;
  readonly entries: number;
  /** One link for each account with a broken chain. */
  readonly broken: readonly BrokenLink[];
}

interface Chain {
  readonly account: string;
  readonly name: string;
  readonly entries: number;
}

/**
 * Recomputes the chain of every account, or of one: each entry's hash covers its content and the previous hash, the
 * numbers have no gaps, and the separately stored head matches the last entry. Run it in one snapshot.
 *
 * @param options.account the id of the only account to check
 * @param options.onProgress called with the number of entries checked
 */
export async function checkAuditChains(
  client: pg.ClientBase,
  options: { readonly account?: string | undefined; readonly onProgress?: (done: number, total: number) => void } = {},
): Promise<AuditCheck> {
  const { rows: chains } = await client.query<Chain>(
    `select accounts.id as account, accounts.name, count(audit.seq)::float8 as entries
       from accounts left join audit on audit."account-id" = accounts.id
      where $1::uuid is null or accounts.id = $1 group by accounts.id order by accounts.name, accounts.id`,
    [options.account ?? null],
  );
  const total = chains.reduce((sum, chain) => sum + chain.entries, 0);
  const broken: BrokenLink[] = [];
  let done = 0;
  for (const chain of chains) {
    const link = (await brokenEntry(client, chain)) ?? (await brokenHead(client, chain));
    if (link) broken.push(link);
    done += chain.entries;
    options.onProgress?.(done, total);
  }
  return { accounts: chains.length, entries: total, broken };
}

async function brokenEntry(client: pg.ClientBase, { account, name }: Chain): Promise<BrokenLink | null> {
  const { rows } = await client.query<{ seq: string; before: string; fits: boolean }>(
    `select seq, before, fits from (
       select seq, hash = "audit-hash"(audit) as fits,
         lag(seq, 1, 0::bigint) over chain as before, previous = lag(hash, 1, ''::bytea) over chain as linked
       from audit where "account-id" = $1 window chain as (order by seq)) as entries
     where seq <> before + 1 or fits is not true or linked is not true order by seq limit 1`,
    [account],
  );
  const [row] = rows;
  if (!row) return null;
  const [seq, before] = [Number(row.seq), Number(row.before)];
  const of = { account, 'account-name': name };
  if (seq !== before + 1) return { ...of, seq: before + 1, reason: 'the entry is missing' };
  return {
    ...of,
    seq,
    reason: row.fits ? 'it does not follow from the entry before it' : 'its content is not what was written',
  };
}

async function brokenHead(client: pg.ClientBase, { account, name }: Chain): Promise<BrokenLink | null> {
  const row = await queryRow<{ seq: string; last: string; same: boolean }>(
    client,
    `select coalesce(head.seq, 0) as seq, coalesce(last.seq, 0) as last, head.hash is not distinct from last.hash as same
       from (select 1) as one
       left join "audit-heads" as head on head."account-id" = $1
       left join lateral (select seq, hash from audit where "account-id" = $1 order by seq desc limit 1) as last on true`,
    [account],
  );
  if (row.same) return null;
  const [head, last] = [Number(row.seq), Number(row.last)];
  const of = { account, 'account-name': name };
  if (head > last) return { ...of, seq: last + 1, reason: `it and all up to ${head} are missing at the end` };
  return { ...of, seq: last, reason: 'it is not the entry that the head of the chain names' };
}

/** Records the result of a check of every account, for the metrics. */
export async function noteAuditCheck(client: pg.ClientBase, { broken }: AuditCheck): Promise<void> {
  await client.query('update upkeep set "audit-checked-on" = now(), "audit-broken" = $1', [broken.length]);
}

/** Describes a broken link in a sentence. */
export function describeBrokenLink(link: BrokenLink): string {
  return `The audit log of ${link['account-name']} (${link.account}) is broken at entry ${link.seq}: ${link.reason}.`;
}
