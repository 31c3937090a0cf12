import type pg from 'pg';
import { queryRow } from '../../db/query-row.ts';
import { type Finding, good, warning, wrong } from './finding.ts';

const day = 86_400_000;

/** When `keyhold backup` made the last backup, by the audit log. */
export async function checkLastBackup(client: pg.Client): Promise<readonly Finding[]> {
  const { rows } = await client.query<{ on: Date; now: Date }>(
    `select "on", now() as now from audit join installation on "account-id" = "provider-account-id"
      where action = 'adm:BackUp' order by seq desc limit 1`,
  );
  const [last] = rows;
  if (!last) return [warning('backup', 'keyhold backup has made no backup of this database yet. Make one every day.')];
  const days = Math.floor((last.now.getTime() - last.on.getTime()) / day);
  const sentence = `The last backup is from ${last.on.toISOString().slice(0, 10)}`;
  if (days > 7) return [warning('backup', `${sentence}, ${days} days ago. Make one every day.`)];
  return [good('backup', `${sentence}.`)];
}

/** Whether each account's audit log ends at its head. `keyhold audit verify` checks the whole chain. */
export async function checkAuditHeads(client: pg.Client): Promise<readonly Finding[]> {
  const { rows } = await client.query<{ account: string }>(
    `select coalesce(heads."account-id", last."account-id") as account from "audit-heads" as heads
       full join (select distinct on ("account-id") "account-id", seq, hash from audit order by "account-id", seq desc) as last
         on last."account-id" = heads."account-id"
      where heads.seq is distinct from last.seq or heads.hash is distinct from last.hash`,
  );
  if (rows.length === 0) return [good('audit', "Each account's audit log ends where its head says.")];
  return rows.map(({ account }) =>
    wrong('audit', `The audit log of account ${account} was tampered with at its end. Run: keyhold audit verify`),
  );
}

/** Whether there is an active Root Administrator. */
export async function checkAdministrators(client: pg.Client): Promise<readonly Finding[]> {
  const { roots } = await queryRow<{ roots: number }>(
    client,
    `select count(*)::int as roots from users join "user-roles" on "user-id" = users.id
       join roles on roles.id = "role-id" and roles.name = 'Root Administrator'
       join installation on roles."account-id" = "provider-account-id"
      where users.status = 'Active' and users."deleted-on" is null`,
  );
  if (roots > 0) return [good('administrators', 'There is an active Root Administrator.')];
  return [
    warning(
      'administrators',
      'Nobody is an active Root Administrator. npm start -- --no-demo prints a link for the first one.',
    ),
  ];
}
