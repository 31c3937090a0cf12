import { type Account, calls, resourceIdOf, resources, textsIn } from '@keyhold/contract';
import type { Command } from 'commander';
import { confirm } from '../../command/ask.ts';
import { defineCommand, defineGroup, headings } from '../../command/define-command.ts';
import { Failure, UsageError } from '../../command/failure.ts';
import { findAccountId, idOf } from '../../command/find.ts';
import { limitOption } from '../../command/options.ts';
import { connect } from '../../connection/connect.ts';
import { doEach } from '../../output/each.ts';
import { show } from '../../output/output.ts';
import { formatList, formatTime } from '../../output/table.ts';
import { addTextOptions, textCells, textHeads, textsInOptions, textsToChange } from '../../output/texts.ts';

const named = 'by name, id or rn';

/** `accounts …` */
export function addAccounts(program: Command): void {
  const group = defineGroup(program, 'accounts', 'Manage the accounts of customers.', headings.server);
  defineCommand(group, 'list', 'List the accounts.', [
    'keyhold accounts list',
    'keyhold accounts list --status Pending --json',
  ])
    .option('--search <text>', 'filter by text in name, description or status')
    .option('--status <status>', 'filter by status: Pending, Active or Inactive')
    .option(...limitOption)
    .action(list);
  const creating = defineCommand(
    group,
    'create <name>',
    'Create an account. It remains Pending until an owner has activated.',
    [
      "keyhold accounts create 'Acme Print' --description 'Since 2026'",
      "keyhold accounts create 'Acme Print' --owner-email ada@acme.example --owner-first-name Ada --owner-last-name Byron",
    ],
  );
  addTextOptions(creating, resources.account, 'create', ['name'])
    .option('--owner-email <text>', 'e-mail of its first administrator, who is created and invited')
    .option('--owner-first-name <text>', 'their first name')
    .option('--owner-last-name <text>', 'their last name')
    .action(create);
  const changing = defineCommand(
    group,
    'change <account>',
    `Change the texts of an account (${named}). Omitted options keep their values.`,
    ["keyhold accounts change 'Acme Print' --name 'Acme Packaging'"],
  );
  addTextOptions(changing, resources.account, 'update').action(change);
  defineCommand(
    group,
    'activate <accounts...>',
    `Activate accounts (${named}), so that their users can sign in again.`,
    ["keyhold accounts activate 'Acme Print'"],
  ).action(setStatus('Active'));
  defineCommand(
    group,
    'deactivate <accounts...>',
    `Deactivate accounts (${named}): sign their users out and release the licenses they hold.`,
    ["keyhold accounts deactivate 'Acme Print' 'Birch Media'"],
  ).action(setStatus('Inactive'));
  defineCommand(group, 'delete <account>', `Delete an account (${named}) with its users, tags and licenses.`, [
    "keyhold accounts delete 'Acme Print'",
    'keyhold accounts delete 0198c0de-0000-7000-8000-000000000001 --yes',
  ])
    .option('--yes', 'skip the confirmation prompt')
    .action(remove);
  defineCommand(
    group,
    'restore <ids...>',
    'Restore deleted accounts (by id or rn) with everything that was deleted with them. List them with: keyhold deleted',
    [
      'keyhold accounts restore 0198c0de-0000-7000-8000-000000000001',
      "keyhold accounts restore 0198c0de-0000-7000-8000-000000000001 --name 'Acme Print 2' --except-conflicts",
    ],
  )
    .option('--name <text>', 'another name, if the former one is taken; for a single account')
    .option(
      '--customer-number <text>',
      "another customer number, if the former one is taken, or '' for none; for a single account",
    )
    .option('--except-conflicts', 'restore the rest if e-mails of its users are taken')
    .action(restore);
}

type ListOptions = { search?: string; status?: Account['status']; limit?: number };

async function list(options: ListOptions, command: Command): Promise<void> {
  const { api } = await connect();
  const result = await api.send(calls.listAccounts, { query: options });
  show(command, result, () =>
    formatList(
      ['NAME', 'STATUS', 'ID', 'CREATED', ...textHeads(resources.account)],
      result.items.map((account) => [
        account.name,
        account.status,
        resourceIdOf(account.rn),
        formatTime(account['created-on']),
        ...textCells(resources.account, account),
      ]),
      'No accounts found.',
    ),
  );
}

interface OwnerOptions {
  readonly ownerEmail?: string;
  readonly ownerFirstName?: string;
  readonly ownerLastName?: string;
}

async function create(name: string, options: OwnerOptions, command: Command): Promise<void> {
  const { ownerEmail: email, ownerFirstName: first = '', ownerLastName: last = '' } = options;
  if (email === undefined && (first || last)) throw new UsageError('Specify the owner with --owner-email, too.');
  const { api } = await connect();
  const owner = email === undefined ? {} : { owner: { email, 'first-name': first, 'last-name': last } };
  const body = { ...textsInOptions(resources.account, options), ...owner, name };
  const result = await api.send(calls.createAccount, { body });
  show(command, result, () => {
    const invited = email === undefined ? '' : ` An activation link is sent to ${email}.`;
    return `Created ${result.item.name} (${resourceIdOf(result.item.rn)}).${invited}`;
  });
}

async function change(account: string, options: object, command: Command): Promise<void> {
  const texts = textsToChange(resources.account, options);
  const { api } = await connect();
  const params = { id: await findAccountId(api, account) };
  const { data, etag } = await api.sendForReply(calls.getAccount, { params });
  const body = { ...textsIn(resources.account, data.item), ...texts };
  const result = await api.send(calls.updateAccount, {
    params,
    body,
    headers: etag === null ? {} : { 'If-Match': etag },
  });
  show(command, result, () => `Changed ${result.item.name} (${params.id}).`);
}

function setStatus(status: 'Active' | 'Inactive') {
  return async (accounts: string[], _options: object, command: Command): Promise<void> => {
    const { api } = await connect();
    await doEach(command, 'ACCOUNT', accounts, async (account) => {
      const params = { id: await findAccountId(api, account) };
      return (await api.send(calls.updateAccountStatus, { params, body: { status } })).item.status;
    });
  };
}

async function remove(account: string, options: { yes?: boolean }, command: Command): Promise<void> {
  const { api } = await connect();
  const id = await findAccountId(api, account);
  const { item } = await api.send(calls.getAccount, { params: { id } });
  const question = `Delete the account ${item.name} with its users, tags and licenses?`;
  if (!options.yes && !(await confirm(question))) throw new Failure('Nothing was deleted.');
  await api.send(calls.deleteAccount, { params: { id } });
  show(command, { item }, () => `Deleted ${item.name}. Restore it with: keyhold accounts restore ${id}`);
}

interface RestoreOptions {
  readonly name?: string;
  readonly customerNumber?: string;
  readonly exceptConflicts?: boolean;
}

async function restore(ids: string[], options: RestoreOptions, command: Command): Promise<void> {
  const { name, customerNumber, exceptConflicts } = options;
  if (ids.length > 1 && (name !== undefined || customerNumber !== undefined)) {
    throw new UsageError('--name and --customer-number are for a single account. Restore the others separately.');
  }
  const body = {
    ...(name === undefined ? {} : { name }),
    ...(customerNumber === undefined ? {} : { 'customer-number': customerNumber }),
    ...(exceptConflicts ? { 'except-conflicts': true } : {}),
  };
  const { api } = await connect();
  await doEach(command, 'ACCOUNT', ids, async (id) => {
    const { item } = await api.send(calls.restoreAccount, { params: { id: idOf(id) }, body });
    return `Restored ${item.name} (${item.status})`;
  });
}
