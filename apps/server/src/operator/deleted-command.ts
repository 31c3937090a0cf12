import { type Command, formatList, formatTime, headings, show } from '@keyhold/cli';
import { inOneTransaction, withClient } from '../db/open/owner-client.ts';
import { defineLocalCommand, type LocalOptions, withInstallation } from './local-command.ts';

interface Deleted {
  readonly kind: 'account' | 'user' | 'tag' | 'license' | 'addon-license';
  readonly id: string;
  readonly name: string;
  readonly account: string;
  readonly 'deleted-on': Date;
}

/** `deleted`: lists the rows that can be restored, which no list of the API shows. */
export function addDeleted(program: Command): void {
  defineLocalCommand(
    program,
    'deleted',
    'List the deleted accounts, users and tags and the voided licenses that can still be restored.',
    ['keyhold deleted', 'keyhold deleted --json'],
  )
    .helpGroup(headings.installation)
    .action(listDeleted);
}

async function listDeleted(options: LocalOptions, command: Command): Promise<void> {
  const rows = await withInstallation(options, ({ connectionString }) =>
    withClient(connectionString, (client) =>
      inOneTransaction(client, 'read', async () => (await client.query<Deleted>(query)).rows),
    ),
  );
  const items = rows.map((row) => ({ ...row, 'deleted-on': row['deleted-on'].toISOString() }));
  show(command, { items }, () =>
    formatList(
      ['KIND', 'NAME', 'ACCOUNT', 'DELETED', 'RESTORE WITH'],
      items.map((item) => [
        item.kind,
        item.name,
        item.account,
        formatTime(item['deleted-on']),
        `keyhold ${item.kind}s restore ${item.id}`,
      ]),
      'No deleted accounts, users or tags and no voided licenses can be restored.',
    ),
  );
}

/** Excludes rows that were deleted with their account, because they are restored with it. */
const query = `
  select deleted.* from (
    select 'account' as kind, id::text, name, name as account, "deleted-on" from accounts
    union all
    select 'user', users.id::text, email, accounts.name, users."deleted-on" from users
      join accounts on accounts.id = "account-id" and accounts."deleted-on" is null
    union all
    select 'tag', tags.id::text, tags.name, accounts.name, tags."deleted-on" from tags
      join accounts on accounts.id = "account-id" and accounts."deleted-on" is null
    union all
    select 'license', licenses.id, licenses.id, accounts.name, licenses."deleted-on" from licenses
      join accounts on accounts.id = "account-id" and accounts."deleted-on" is null
    union all
    select 'addon-license', licenses.id, licenses.id, accounts.name, licenses."deleted-on" from "addon-licenses" as licenses
      join accounts on accounts.id = "account-id" and accounts."deleted-on" is null
  ) as deleted where "deleted-on" is not null order by "deleted-on" desc, id`;
