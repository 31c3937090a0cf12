import { calls, resourceIdOf, resources, textsIn } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand, defineGroup, headings } from '../../command/define-command.ts';
import { findAccountId, idOf } from '../../command/find.ts';
import { accountOption, limitOption, searchOption } from '../../command/options.ts';
import { connect } from '../../connection/connect.ts';
import { doEach } from '../../output/each.ts';
import { show } from '../../output/output.ts';
import { formatList } from '../../output/table.ts';
import { addTextOptions, textCells, textHeads, textsToChange } from '../../output/texts.ts';
import { addAddonLicenseIssue } from './issue-commands.ts';

/** `addon-licenses …` */
export function addAddonLicenses(program: Command): void {
  const group = defineGroup(program, 'addon-licenses', 'Manage the add-on licenses of an account.', headings.server);
  defineCommand(group, 'list', 'List the add-on licenses of an account.', [
    "keyhold addon-licenses list --account 'Acme Print'",
    'keyhold addon-licenses list --unassigned --json',
  ])
    .option(...accountOption())
    .option(...searchOption)
    .option('--unassigned', 'only add-on licenses that are not assigned to a license')
    .option(...limitOption)
    .action(list);
  addAddonLicenseIssue(group);
  const changing = defineCommand(
    group,
    'change <keys...>',
    'Change the texts of add-on licenses. Omitted options keep their values.',
    ['keyhold addon-licenses change 9TB4C-QX71M-5ZKPA-0RN8D --order-reference PO-2026-1187'],
  );
  addTextOptions(changing, resources.addonLicense, 'update').action(change);
  defineCommand(
    group,
    'void <keys...>',
    'Void add-on licenses that were issued by mistake. Restore them with: keyhold addon-licenses restore',
    ['keyhold addon-licenses void 9TB4C-QX71M-5ZKPA-0RN8D'],
  ).action(voidEach);
  defineCommand(group, 'restore <keys...>', 'Restore voided add-on licenses, unassigned.', [
    'keyhold addon-licenses restore 9TB4C-QX71M-5ZKPA-0RN8D',
  ]).action(restoreEach);
}

async function list(
  { account, unassigned, ...rest }: { account?: string; search?: string; unassigned?: boolean; limit?: number },
  command: Command,
): Promise<void> {
  const { api } = await connect();
  const query = { ...rest, resolve: 'all' as const, ...(unassigned ? { 'unassigned-only': 'true' as const } : {}) };
  const result =
    account === undefined
      ? await api.send(calls.listAddonLicenses, { query })
      : await api.send(calls.listAccountAddonLicenses, {
          query: { ...query, account: await findAccountId(api, account) },
        });
  show(command, result, () =>
    formatList(
      ['KEY', 'ADDON', 'TYPE', 'LICENSE', ...textHeads(resources.addonLicense)],
      result.items.map((item) => [
        resourceIdOf(item.rn),
        result.resources[item.certificate.addon]?.name ?? resourceIdOf(item.certificate.addon),
        item.certificate.type,
        item.license === null ? '–' : resourceIdOf(item.license),
        ...textCells(resources.addonLicense, item),
      ]),
      'No add-on licenses found.',
    ),
  );
}

async function change(keys: string[], options: object, command: Command): Promise<void> {
  const texts = textsToChange(resources.addonLicense, options);
  const { api } = await connect();
  await doEach(command, 'KEY', keys, async (key) => {
    const params = { id: idOf(key) };
    const { data, etag } = await api.sendForReply(calls.getAddonLicense, { params });
    const body = { ...textsIn(resources.addonLicense, data.item), ...texts };
    await api.send(calls.updateAddonLicense, { params, body, headers: etag === null ? {} : { 'If-Match': etag } });
    return 'Changed';
  });
}

async function voidEach(keys: string[], _options: object, command: Command): Promise<void> {
  const { api } = await connect();
  await doEach(command, 'KEY', keys, async (key) => {
    await api.send(calls.voidAddonLicense, { params: { id: idOf(key) } });
    return 'Voided';
  });
}

async function restoreEach(keys: string[], _options: object, command: Command): Promise<void> {
  const { api } = await connect();
  await doEach(command, 'KEY', keys, async (key) => {
    await api.send(calls.restoreAddonLicense, { params: { id: idOf(key) } });
    return 'Restored';
  });
}
