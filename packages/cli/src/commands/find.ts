import { calls, resourceIdOf } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand, headings } from '../command/define-command.ts';
import { connect } from '../connection/connect.ts';
import { show } from '../output/output.ts';
import { formatList } from '../output/table.ts';

/** `find` */
export function addFind(program: Command): void {
  defineCommand(
    program,
    'find <text>',
    'Find people, licenses and accounts of all customers by e-mail, name, license key, order reference or customer number: at most 20 of each.',
    ['keyhold find ada@acme.example', 'keyhold find PO-2026-1187 --json'],
  )
    .helpGroup(headings.server)
    .action(find);
}

async function find(text: string, _options: object, command: Command): Promise<void> {
  const { api } = await connect();
  const result = await api.send(calls.find, { query: { q: text } });
  const { users, licenses, accounts } = result;
  show(command, result, () =>
    formatList(
      ['KIND', 'NAME', 'STATUS', 'ACCOUNT', 'ID'],
      [
        ...users.map((user) => ['user', user.email, user.status, user.account.name, resourceIdOf(user.rn)]),
        ...licenses.map((license) => [
          'license',
          license['order-reference'] || '–',
          license.status,
          license.account.name,
          resourceIdOf(license.rn),
        ]),
        ...accounts.map((account) => [
          'account',
          account['customer-number'] ? `${account.name} (${account['customer-number']})` : account.name,
          account.status,
          account.name,
          resourceIdOf(account.rn),
        ]),
      ],
      'Nothing found.',
    ),
  );
}
