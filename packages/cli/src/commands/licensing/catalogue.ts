import type { Addon, TimedProduct } from '@keyhold/contract';
import { calls, resourceIdOf } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand, defineGroup, groupOf, headings } from '../../command/define-command.ts';
import { UsageError } from '../../command/failure.ts';
import { foundOr, idOf } from '../../command/find.ts';
import { connect } from '../../connection/connect.ts';
import { doEach } from '../../output/each.ts';
import { show } from '../../output/output.ts';
import { formatList } from '../../output/table.ts';
import { addProductChanges, type CatalogueStatus, statusOption, timesOf } from './product-changes.ts';

const kinds = {
  products: {
    one: 'a product',
    many: 'products',
    list: calls.listProducts,
    create: calls.createProduct,
    delete: calls.deleteProduct,
    headers: ['ID', 'NAME', 'STATUS', 'HEARTBEAT', 'LEASE', 'GRACE', 'RN', 'DESCRIPTION'],
    example: "keyhold-studio 'Keyhold Studio'",
  },
  addons: {
    one: 'an add-on',
    many: 'add-ons',
    list: calls.listAddons,
    create: calls.createAddon,
    delete: calls.deleteAddon,
    headers: ['ID', 'NAME', 'STATUS', 'DESCRIPTION'],
    example: "colour-server 'Colour Server'",
  },
} as const;

/** `products …` and `addons …` */
export function addCatalogue(program: Command): void {
  addKind(program, 'products', 'Manage the products that licenses are for, and their lease times.');
  addProductChanges(groupOf(program, 'products'));
  addKind(program, 'addons', 'Manage the add-ons that add-on licenses are for.');
  addAddonChanges(groupOf(program, 'addons'));
}

function addKind(program: Command, name: keyof typeof kinds, description: string): void {
  const kind = kinds[name];
  const group = defineGroup(program, name, description, headings.server);
  defineCommand(group, 'list', `List the ${kind.many}.`, [
    `keyhold ${name} list`,
    `keyhold ${name} list --search studio`,
  ])
    .option('--search <text>', 'filter by text in id, name or description')
    .action(async (options: { search?: string }, command: Command) => {
      const { api } = await connect();
      const result = await api.send(kind.list, { query: options });
      show(command, result, () => formatList([...kind.headers], result.items.map(rowOf), `No ${kind.many} found.`));
    });
  defineCommand(
    group,
    'add <id> <name>',
    `Add ${kind.one}. Its id consists of lower-case letters, digits and hyphens, and cannot be changed.`,
    [`keyhold ${name} add ${kind.example}`],
  )
    .option('--description <text>', 'description')
    .action(async (id: string, title: string, options: { description?: string }, command: Command) => {
      const { api } = await connect();
      const body = { id, name: title, description: options.description ?? '' };
      const result = await api.send(kind.create, { body });
      show(command, result, () => `Added ${result.item.name}: ${result.item.rn}`);
    });
  defineCommand(
    group,
    'delete <ids...>',
    `Delete ${kind.many} that were never issued. Others can be retired: keyhold ${name} change --status Retired`,
    [`keyhold ${name} delete ${kind.example.split(' ')[0]}`],
  ).action(async (ids: string[], _options: object, command: Command) => {
    const { api } = await connect();
    await doEach(command, 'ID', ids, async (id) => {
      await api.send(kind.delete, { params: { id: idOf(id) } });
      return 'Deleted';
    });
  });
}

interface AddonChanges {
  readonly name?: string;
  readonly description?: string;
  readonly status?: CatalogueStatus;
}

function addAddonChanges(group: Command): void {
  defineCommand(
    group,
    'change <id>',
    'Change the name, description or status of an add-on. Omitted options keep their values.',
    [
      "keyhold addons change colour-server --name 'Colour Server 26'",
      'keyhold addons change colour-server --status Retired',
    ],
  )
    .option('--name <name>', 'new name')
    .option('--description <text>', 'new description')
    .addOption(statusOption())
    .action(changeAddon);
}

async function changeAddon(id: string, options: AddonChanges, command: Command): Promise<void> {
  if (Object.keys(options).length === 0) {
    throw new UsageError('Nothing to change. Specify --name, --description or --status.');
  }
  const { api } = await connect();
  const params = { id: idOf(id) };
  // The entity tag prevents overwriting a concurrent change.
  const sentence = `There is no add-on ${params.id}. See: keyhold addons list`;
  const { data, etag } = await foundOr(sentence, api.sendForReply(calls.getAddon, { params }));
  const { name, description, status } = data.item;
  const body = { name, description: description ?? '', status, ...options };
  const headers = etag === null ? {} : { 'If-Match': etag };
  const result = await api.send(calls.updateAddon, { params, body, headers });
  show(command, result, () => `Changed ${result.item.name} (${params.id}): ${result.item.status}.`);
}

function rowOf(item: TimedProduct | Addon): string[] {
  const times = 'lease-seconds' in item ? [...timesOf(item), item.rn] : [];
  return [resourceIdOf(item.rn), item.name, item.status, ...times, item.description ?? ''];
}
