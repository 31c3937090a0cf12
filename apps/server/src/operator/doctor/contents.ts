import type pg from 'pg';
import { isActiveUser } from '../../db/conditions.ts';
import { queryRow } from '../../db/open/query-row.ts';
import { type Finding, good, warning, wrong } from './finding.ts';

const day = 86_400_000;
/** Days after which the last backup is too old, whatever the interval between backups. */
const oldAfter = 7;

/** Checks when the last backup was made, whether one was ever verified, and why the last attempt failed. */
export async function checkLastBackup(client: pg.Client): Promise<readonly Finding[]> {
  // The schema may be older than the table, which the schema's own check reports.
  const { kept } = await queryRow<{ kept: boolean }>(client, `select to_regclass('upkeep') is not null as kept`);
  if (!kept) return [];
  const { made, file, verified, error, now } = await queryRow<{
    made: Date | null;
    file: string | null;
    verified: Date | null;
    error: string | null;
    now: Date;
  }>(
    client,
    `select "backup-made-on" as made, "backup-file" as file, "backup-verified-on" as verified, "backup-error" as error, now() as now from upkeep`,
  );
  const failed = error === null ? [] : [wrong('backup', `The last backup failed. ${error}`)];
  if (!made) {
    return [
      ...failed,
      warning('backup', 'This database has not been backed up yet. For daily backups, set KEYHOLD_BACKUP_DIR.'),
    ];
  }
  const days = Math.floor((now.getTime() - made.getTime()) / day);
  const sentence = `The last backup is from ${dateOf(made)}`;
  if (days > oldAfter) return [...failed, warning('backup', `${sentence}, ${days} days ago. Make a backup every day.`)];
  // Of another program's backup, only its time is recorded.
  if (file === null && !verified) {
    return [...failed, good('backup', `${sentence}. It has no file that keyhold backup verify could test.`)];
  }
  const tried = verified
    ? `A backup was last verified on ${dateOf(verified)}.`
    : 'No backup has been verified yet. Run: keyhold backup verify';
  return [...failed, good('backup', `${sentence}. ${tried}`)];
}

function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Checks whether each account's audit log ends at its head. `keyhold audit verify` checks the whole chain. */
export async function checkAuditHeads(client: pg.Client): Promise<readonly Finding[]> {
  const { rows } = await client.query<{ account: string }>(
    `select coalesce(heads."account-id", last."account-id") as account from "audit-heads" as heads
       full join (select distinct on ("account-id") "account-id", seq, hash from audit order by "account-id", seq desc) as last
         on last."account-id" = heads."account-id"
      where heads.seq is distinct from last.seq or heads.hash is distinct from last.hash`,
  );
  if (rows.length === 0) return [good('audit', "The end of every account's audit log is intact.")];
  return rows.map(({ account }) =>
    wrong('audit', `The audit log of account ${account} was tampered with at its end. Run: keyhold audit verify`),
  );
}

/** Checks whether there is an active Root Administrator. */
export async function checkAdministrators(client: pg.Client): Promise<readonly Finding[]> {
  const { roots } = await queryRow<{ roots: number }>(
    client,
    `select count(*)::int as roots from users join "user-roles" on "user-id" = users.id
       join roles on roles.id = "role-id" and roles.name = 'Root Administrator'
       join installation on roles."account-id" = "provider-account-id"
      where ${isActiveUser()}`,
  );
  if (roots > 0) return [good('administrators', 'There is an active Root Administrator.')];
  return [
    warning(
      'administrators',
      'There is no active Root Administrator. For an activation link for the first one, run: npm start -- --no-demo',
    ),
  ];
}
