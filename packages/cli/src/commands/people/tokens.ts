import { calls, resources, tokenYears } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand, defineGroup, headings } from '../../command/define-command.ts';
import { Failure } from '../../command/failure.ts';
import { findServiceAccountId, type InAccount } from '../../command/find.ts';
import { accountOption, wholeNumber } from '../../command/options.ts';
import { connect } from '../../connection/connect.ts';
import { doEach } from '../../output/each.ts';
import { show } from '../../output/output.ts';
import { formatList, formatTime } from '../../output/table.ts';
import { addTextOptions, textsInOptions } from '../../output/texts.ts';

const bearer = 'a service account (by name, id or rn)';
const inAccount = accountOption('account of the service account');

/** `tokens …` */
export function addTokens(program: Command): void {
  const group = defineGroup(program, 'tokens', 'Manage the tokens of service accounts.', headings.server);
  defineCommand(group, 'list <service-account>', `List the tokens of ${bearer}, without their secrets.`, [
    "keyhold tokens list 'Nightly export' --account 'Acme Print'",
  ])
    .option(...inAccount)
    .action(list);
  const create = defineCommand(
    group,
    'create <service-account>',
    `Create a token for ${bearer}. Its secret is shown only once.`,
    [
      "keyhold tokens create 'Nightly export' --account 'Acme Print' --name Warehouse --days 90",
      "keyhold tokens create 'Nightly export' --name Office --address 192.0.2.0/24 2001:db8::/32",
    ],
  ).option(...inAccount);
  addTextOptions(create, resources.serviceAccountToken, 'create')
    .option('--days <number>', 'days until the token expires', wholeNumber(1, tokenYears * 365), 90)
    .option('--address <ranges...>', 'address ranges from which the token is valid (default: any address)')
    .action(createOne);
  defineCommand(group, 'revoke <service-account> <tokens...>', 'Revoke tokens (by name, prefix or id) immediately.', [
    "keyhold tokens revoke 'Nightly export' kh_4fT9aZ --account 'Acme Print'",
  ])
    .option(...inAccount)
    .action(revoke);
}

async function list(of: string, { account }: InAccount, command: Command): Promise<void> {
  const { api } = await connect();
  const params = { id: await findServiceAccountId(api, of, account) };
  const result = await api.send(calls.listServiceAccountTokens, { params });
  show(command, result, () =>
    formatList(
      ['NAME', 'PREFIX', 'EXPIRES', 'LAST USED', 'ADDRESSES', 'ID'],
      result.items.map((item) => [
        item.name,
        item.prefix,
        formatTime(item['expires-on']),
        formatTime(item['last-used-on']),
        item.addresses.join(', ') || 'all',
        item.id,
      ]),
      'No tokens found.',
    ),
  );
}

async function createOne(
  of: string,
  { account, days, address = [], ...options }: InAccount & { days: number; address?: string[] },
  command: Command,
): Promise<void> {
  const { api } = await connect();
  const params = { id: await findServiceAccountId(api, of, account) };
  const ends = new Date(Date.now() + days * 86_400_000).toISOString();
  const texts = { name: 'keyhold', ...textsInOptions(resources.serviceAccountToken, options) };
  const body = { ...texts, 'expires-on': ends, addresses: address };
  const result = await api.send(calls.createServiceAccountToken, { params, body });
  show(
    command,
    result,
    () =>
      `${result.secret}\nToken ${result.item.name}, valid until ${formatTime(ends)}. It is not shown again. To use it with keyhold, set KEYHOLD_TOKEN.`,
  );
}

async function revoke(of: string, named: string[], { account }: InAccount, command: Command): Promise<void> {
  const { api } = await connect();
  const params = { id: await findServiceAccountId(api, of, account) };
  const { items } = await api.send(calls.listServiceAccountTokens, { params });
  await doEach(command, 'TOKEN', named, async (name) => {
    const found = items.filter((token) => [token.id, token.prefix, token.name].includes(name));
    const [token] = found;
    if (!token) throw new Failure(`There is no token ${name}. See: keyhold tokens list '${of}'`);
    if (found.length > 1) throw new Failure(`${found.length} tokens are called ${name}. Specify one by id.`);
    await api.send(calls.deleteServiceAccountToken, { params: { ...params, tid: token.id } });
    return `Revoked ${token.prefix}…`;
  });
}
