import { calls, parseRn, resourceIdOf, resources } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand, defineGroup, headings } from '../../command/define-command.ts';
import { findAccountId, findProductRn, type InAccount } from '../../command/find.ts';
import { findPoolId, poolsOf } from '../../command/find-pool.ts';
import { accountOption, limitOption, searchOption, wholeNumber } from '../../command/options.ts';
import { connect } from '../../connection/connect.ts';
import { doEach } from '../../output/each.ts';
import { show } from '../../output/output.ts';
import { formatList } from '../../output/table.ts';
import { addTextOptions, textCells, textHeads, textsInOptions } from '../../output/texts.ts';
import { addPoolRules } from './pool-rules.ts';

const inAccount = accountOption('account of the pool');
const countOption = ['--count <number>', 'number of licenses', wholeNumber(1, 10_000)] as const;

/** `pools …` */
export function addPools(program: Command): void {
  const group = defineGroup(program, 'pools', 'Manage the pools of licenses of an account.', headings.server);
  defineCommand(group, 'list', 'List the pools of an account.', ["keyhold pools list --account 'Acme Print'"])
    .option(...inAccount)
    .option(...searchOption)
    .option(...limitOption)
    .action(list);
  const create = defineCommand(
    group,
    'create <name>',
    'Create a pool of licenses of one product that nobody may consume yet.',
    ["keyhold pools create Prepress --account 'Acme Print' --product keyhold-studio --count 50 --everyone"],
  )
    .requiredOption('--account <account>', 'account of the pool, by name, id or rn')
    .requiredOption('--product <product>', 'product, by id or rn')
    .option(...countOption)
    .option('--everyone', 'let every user of the account use it (default: no one)');
  addTextOptions(create, resources.pool, 'create', ['name']).action(createOne);
  defineCommand(group, 'add <pool>', 'Add licenses to a pool that nobody may consume yet, the longest lasting first.', [
    "keyhold pools add Prepress --account 'Acme Print' --count 10",
  ])
    .option(...inAccount)
    .requiredOption(...countOption)
    .action(change('addPoolLicenses'));
  defineCommand(group, 'remove <pool>', 'Remove free licenses from a pool, the shortest lasting first.', [
    "keyhold pools remove Prepress --account 'Acme Print' --count 10",
  ])
    .option(...inAccount)
    .requiredOption(...countOption)
    .action(change('removePoolLicenses'));
  addPoolRules(group);
  defineCommand(
    group,
    'overdraft <pool>',
    'Lend a pool seats beyond what was bought, until a date. 0 takes them back.',
    [
      "keyhold pools overdraft Prepress --account 'Acme Print' --seats 5 --until 2027-01-31",
      "keyhold pools overdraft Prepress --account 'Acme Print' --seats 0",
    ],
  )
    .option(...inAccount)
    .requiredOption('--seats <number>', 'number of seats', wholeNumber(0, 10_000))
    .option('--until <date>', 'the last day, or the moment, on which they work')
    .action(overdraft);
  defineCommand(
    group,
    'delete <pools...>',
    'Delete pools. Nobody may consume their licenses then, and their holders are logged off.',
    ["keyhold pools delete Prepress --account 'Acme Print'"],
  )
    .option(...inAccount)
    .action(remove);
}

async function list({ account, ...query }: InAccount & { search?: string; limit?: number }, command: Command) {
  const { api } = await connect();
  const result = await poolsOf(api, account, query);
  show(command, result, () =>
    formatList(
      [...textHeads(resources.pool), 'PRODUCT', 'IN USE', 'SEATS', 'OVERDRAFT', 'OFFLINE', 'ID'],
      result.items.map((pool) => [
        ...textCells(resources.pool, pool),
        result.resources[pool.product]?.name ?? parseRn(pool.product).resourceId,
        String(pool['in-use']),
        String(pool.seats),
        String(pool['overdraft-seats']),
        String(pool.offline),
        resourceIdOf(pool.rn),
      ]),
      'No pools found.',
    ),
  );
}

async function createOne(
  name: string,
  { account, product, count, everyone = false, ...options }: Created,
  command: Command,
): Promise<void> {
  const { api } = await connect();
  const body = {
    description: '',
    ...textsInOptions(resources.pool, options),
    name,
    'account-id': await findAccountId(api, account),
    product: await findProductRn(api, product),
    ...(count === undefined ? {} : { count }),
    consumers: { kind: everyone ? 'everyone' : 'no-one' } as const,
  };
  const { item } = await api.send(calls.createPool, { body });
  show(command, { item }, () => `Created ${item.name} (${resourceIdOf(item.rn)}) with ${item.seats} seats.`);
}

interface Created {
  readonly account: string;
  readonly product: string;
  readonly count?: number;
  readonly everyone?: boolean;
}

function change(call: 'addPoolLicenses' | 'removePoolLicenses') {
  return async (pool: string, { account, count }: InAccount & { count: number }, command: Command): Promise<void> => {
    const { api } = await connect();
    const params = { id: await findPoolId(api, pool, account) };
    const { item } = await api.send(calls[call], { params, body: { count } });
    show(command, { item }, () => `${item.name} has ${item.seats} seats.`);
  };
}

async function overdraft(
  pool: string,
  { account, seats, until }: InAccount & { seats: number; until?: string },
  command: Command,
): Promise<void> {
  const { api } = await connect();
  const params = { id: await findPoolId(api, pool, account) };
  const { item } = await api.send(calls.setPoolOverdraft, { params, body: { seats, until: until ?? null } });
  show(command, { item }, () => `${item.name} has ${item.seats} seats and ${item['overdraft-seats']} beyond them.`);
}

async function remove(pools: string[], { account }: InAccount, command: Command): Promise<void> {
  const { api } = await connect();
  await doEach(command, 'POOL', pools, async (pool) => {
    await api.send(calls.deletePool, { params: { id: await findPoolId(api, pool, account) } });
    return 'Deleted';
  });
}
