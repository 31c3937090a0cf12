import type { Addon, TimedProduct } from '@keyhold/contract';
import { calls, resourceIdOf } from '@keyhold/contract';
import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { defineCommand, defineGroup, groupOf, headings } from '../define-command.ts';
import { show } from '../output.ts';
import { formatList } from '../table.ts';
import { addProductChanges, timesOf } from './product-changes.ts';

const kinds = {
  products: {
    one: 'a product',
    many: 'products',
    list: calls.listProducts,
    create: calls.createProduct,
    headers: ['ID', 'NAME', 'HEARTBEAT', 'LEASE', 'GRACE', 'RN', 'DESCRIPTION'],
    example: "keyhold-studio 'Keyhold Studio'",
  },
  addons: {
    one: 'an add-on',
    many: 'add-ons',
    list: calls.listAddons,
    create: calls.createAddon,
    headers: ['ID', 'NAME', 'DESCRIPTION'],
    example: "colour-server 'Colour Server'",
  },
} as const;

/** `products …` and `addons …` */
export function addCatalogue(program: Command): void {
  addKind(program, 'products', 'Manage the products that licenses are for, and their lease times.');
  addProductChanges(groupOf(program, 'products'));
  addKind(program, 'addons', 'Manage the add-ons that add-on licenses are for.');
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
}

function rowOf(item: TimedProduct | Addon): string[] {
  const times = 'lease-seconds' in item ? [...timesOf(item), item.rn] : [];
  return [resourceIdOf(item.rn), item.name, ...times, item.description ?? ''];
}
