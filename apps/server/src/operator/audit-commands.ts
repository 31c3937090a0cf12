import { type Command, count, endAsFailed, Failure, groupOf, show, startProgress } from '@keyhold/cli';
import type pg from 'pg';
import { type AuditCheck, checkAuditChains, describeBrokenLink, noteAuditCheck } from '../audit/audit-chains.ts';
import { inOneTransaction, withClient } from '../db/open/owner-client.ts';
import { defineLocalCommand, type LocalOptions, withInstallation } from './local-command.ts';

/** `audit verify`, in the same group as the API commands on the log. */
export function addAuditVerify(program: Command): void {
  defineLocalCommand(
    groupOf(program, 'audit'),
    'verify',
    'Recompute the hash chain of every account’s audit log in this installation’s database, and report the first broken link of each.',
    ['keyhold audit verify', "keyhold audit verify --account 'Acme Print' --json"],
  )
    .option('--account <account>', 'check only this account, by name or id')
    .action(verify);
}

async function verify(options: LocalOptions & { account?: string }, command: Command): Promise<void> {
  const check = await withInstallation(options, ({ connectionString }) =>
    withClient(connectionString, (client) =>
      inOneTransaction(client, 'read', async () => {
        const account = options.account === undefined ? undefined : await accountNamed(client, options.account);
        return checkWithProgress(client, account);
      }).then(async (found) => {
        // A check of one account is not recorded, because it does not cover the others.
        if (options.account === undefined) await noteAuditCheck(client, found);
        return found;
      }),
    ),
  );
  show(command, check, () =>
    check.broken.length > 0
      ? check.broken.map(describeBrokenLink).join('\n')
      : `The audit log is intact: ${count(check.entries, 'entry', 'entries')} of ${count(check.accounts, 'account')}, no broken links.`,
  );
  if (check.broken.length > 0) endAsFailed();
}

async function checkWithProgress(client: pg.ClientBase, account: string | undefined): Promise<AuditCheck> {
  const progress = startProgress('Verifying');
  try {
    return await checkAuditChains(client, { account, onProgress: progress.update });
  } finally {
    progress.stop();
  }
}

async function accountNamed(client: pg.ClientBase, text: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select id from accounts where id::text = lower($1) or "fold-name"(name) = "fold-name"(trim($1)) order by "deleted-on" nulls first limit 1',
    [text],
  );
  if (!rows[0]) throw new Failure(`There is no account ${text}. Specify it by name or id.`);
  return rows[0].id;
}
