import { calls, foldName, resourceIdOf, resources } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand, defineGroup, headings } from '../../command/define-command.ts';
import { Failure } from '../../command/failure.ts';
import { accountQueryOf, findAccountId, findServiceAccountId, type InAccount, rolesOf } from '../../command/find.ts';
import { accountOption, limitOption, searchOption } from '../../command/options.ts';
import { connect } from '../../connection/connect.ts';
import { doEach } from '../../output/each.ts';
import { show } from '../../output/output.ts';
import { formatList, formatTime } from '../../output/table.ts';
import { addTextOptions, textCells, textHeads, textsInOptions } from '../../output/texts.ts';

const named = 'by name, id or rn';
const inAccount = accountOption('account of the service accounts');

/** `service-accounts …` */
export function addServiceAccounts(program: Command): void {
  const group = defineGroup(
    program,
    'service-accounts',
    'Manage the service accounts of an account, for programs that use the API.',
    headings.server,
  );
  defineCommand(group, 'list', 'List the service accounts of an account.', [
    "keyhold service-accounts list --account 'Acme Print'",
  ])
    .option(...inAccount)
    .option(...searchOption)
    .option(...limitOption)
    .action(list);
  const create = defineCommand(
    group,
    'create <name>',
    'Create a service account. It cannot have more rights than you.',
    ["keyhold service-accounts create 'Nightly export' --account 'Acme Print' --role Administrator"],
  ).requiredOption('--account <account>', 'account of the service account, by name, id or rn');
  addTextOptions(create, resources.serviceAccount, 'create', ['name'])
    .option('--role <names...>', 'roles, by name or rn')
    .action(createOne);
  defineCommand(
    group,
    'delete <accounts...>',
    `Delete service accounts (${named}) and revoke their tokens immediately.`,
    ["keyhold service-accounts delete 'Nightly export' --account 'Acme Print'"],
  )
    .option(...inAccount)
    .action(remove);
}

async function list(
  { account, ...query }: InAccount & { search?: string; limit?: number },
  command: Command,
): Promise<void> {
  const { api } = await connect();
  const where = await accountQueryOf(api, account);
  const result = await api.send(calls.listServiceAccounts, { query: { ...query, ...where } });
  const roles = await rolesOf(api, account);
  const nameOf = (rn: string) => roles.find((role) => role.rn === rn)?.name ?? rn;
  show(command, result, () =>
    formatList(
      ['NAME', ...textHeads(resources.serviceAccount), 'ROLES', 'CREATED', 'ID'],
      result.items.map((item) => [
        item.name,
        ...textCells(resources.serviceAccount, item),
        item.roles.map(nameOf).join(', ') || '–',
        formatTime(item['created-on']),
        resourceIdOf(item.rn),
      ]),
      'No service accounts found.',
    ),
  );
}

async function createOne(
  name: string,
  { account, role: named = [], ...options }: { account: string; role?: string[] },
  command: Command,
): Promise<void> {
  const { api } = await connect();
  const known = named.length === 0 ? [] : await rolesOf(api, account);
  const roles = named.map((wanted) => {
    const found = known.find((role) => role.rn === wanted || foldName(role.name) === foldName(wanted));
    if (!found) throw new Failure(`There is no role called ${wanted} in ${account}.`);
    return found.rn;
  });
  const texts = textsInOptions(resources.serviceAccount, options);
  const body = { ...texts, name, roles, 'account-id': await findAccountId(api, account) };
  const { item } = await api.send(calls.createServiceAccount, { body });
  const id = resourceIdOf(item.rn);
  show(
    command,
    { item },
    () => `Created ${item.name} (${id}).\nCreate a token for it with: keyhold tokens create ${id}`,
  );
}

async function remove(names: string[], { account }: InAccount, command: Command): Promise<void> {
  const { api } = await connect();
  await doEach(command, 'SERVICE ACCOUNT', names, async (name) => {
    await api.send(calls.deleteServiceAccount, { params: { id: await findServiceAccountId(api, name, account) } });
    return 'Deleted';
  });
}
