import { calls, resourceIdOf } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand, defineGroup, headings } from '../../command/define-command.ts';
import { UsageError } from '../../command/failure.ts';
import { findProductRn, foundOr, idOf } from '../../command/find.ts';
import { connect } from '../../connection/connect.ts';
import { doEach } from '../../output/each.ts';
import { show } from '../../output/output.ts';
import { formatList } from '../../output/table.ts';

/** `applications …` */
export function addApplications(program: Command): void {
  const group = defineGroup(
    program,
    'applications',
    'Manage the applications of products, with which users sign in through the browser.',
    headings.server,
  );
  defineCommand(group, 'list', 'List the applications.', ['keyhold applications list'])
    .option('--search <text>', 'filter by text in id or name')
    .action(list);
  defineCommand(
    group,
    'add <id> <name>',
    'Register an application of a product. Its id is the client_id: it consists of lower-case letters, digits and hyphens, and cannot be changed.',
    ["keyhold applications add studio-desktop 'Studio for the desktop' --product keyhold-studio"],
  )
    .requiredOption('--product <product>', 'product of the application, by id or rn')
    .action(add);
  defineCommand(group, 'change <id>', 'Change an application. Omitted options keep their values.', [
    "keyhold applications change studio-desktop --name 'Studio 26'",
  ])
    .option('--name <name>', 'name, which users see when they sign in')
    .option('--product <product>', 'product of the application, by id or rn')
    .action(change);
  defineCommand(group, 'delete <ids...>', 'Delete applications and sign out the users who signed in with them.', [
    'keyhold applications delete studio-desktop',
  ]).action(remove);
}

async function list(query: { search?: string }, command: Command): Promise<void> {
  const { api } = await connect();
  const result = await api.send(calls.listApplications, { query });
  show(command, result, () =>
    formatList(
      ['ID', 'NAME', 'PRODUCT', 'REDIRECT'],
      result.items.map((item) => [item.id, item.name, item.product ? resourceIdOf(item.product) : '–', item.redirect]),
      'No applications found.',
    ),
  );
}

async function add(id: string, name: string, { product }: { product: string }, command: Command): Promise<void> {
  const { api } = await connect();
  const body = { id, name, product: await findProductRn(api, product) };
  const result = await api.send(calls.createApplication, { body });
  show(command, result, () => `Added ${result.item.name}. Its client_id is ${id}.`);
}

async function change(id: string, options: { name?: string; product?: string }, command: Command): Promise<void> {
  if (Object.keys(options).length === 0) throw new UsageError('Nothing to change. Specify --name or --product.');
  const { api } = await connect();
  const params = { id: idOf(id) };
  // The entity tag prevents overwriting a concurrent change.
  const sentence = `There is no application ${params.id}. See: keyhold applications list`;
  const { data, etag } = await foundOr(sentence, api.sendForReply(calls.getApplication, { params }));
  const { name, product, redirect } = data.item;
  const body = {
    name: options.name ?? name,
    product: options.product === undefined ? product : await findProductRn(api, options.product),
    redirect,
  };
  const headers = etag === null ? {} : { 'If-Match': etag };
  const result = await api.send(calls.updateApplication, { params, body, headers });
  show(command, result, () => `Changed ${result.item.name} (${result.item.id}).`);
}

async function remove(ids: string[], _options: object, command: Command): Promise<void> {
  const { api } = await connect();
  await doEach(command, 'APPLICATION', ids, async (id) => {
    await api.send(calls.deleteApplication, { params: { id: idOf(id) } });
    return 'Deleted';
  });
}
