import { calls, resources, textsIn } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand } from '../../command/define-command.ts';
import { findAccountId, idOf } from '../../command/find.ts';
import { connect } from '../../connection/connect.ts';
import { doEach } from '../../output/each.ts';
import { addTextOptions, textsToChange } from '../../output/texts.ts';

/** `licenses change`, `suspend`, `resume`, `move` and `release`. */
export function addLicenseChanges(group: Command): void {
  const changing = defineCommand(
    group,
    'change <keys...>',
    'Change the texts of licenses. Omitted options keep their values.',
    ["keyhold licenses change K7QRM-2F9XD-08WTE-V5B3H --description 'By the window'"],
  );
  addTextOptions(changing, resources.license, 'update').action(change);
  defineCommand(
    group,
    'suspend <keys...>',
    'Suspend licenses, so that nobody can consume them. Their holders are logged off.',
    ['keyhold licenses suspend K7QRM-2F9XD-08WTE-V5B3H'],
  ).action(setStatus('Suspended'));
  defineCommand(group, 'resume <keys...>', 'Resume suspended licenses.', [
    'keyhold licenses resume K7QRM-2F9XD-08WTE-V5B3H',
  ]).action(setStatus('Active'));
  defineCommand(
    group,
    'move <keys...>',
    'Move licenses and their add-ons to another account, where nobody may consume them yet.',
    ["keyhold licenses move K7QRM-2F9XD-08WTE-V5B3H --to 'Birch Media'"],
  )
    .requiredOption('--to <account>', 'target account, by name, id or rn')
    .action(move);
  defineCommand(group, 'release <keys...>', 'Release licenses and log their holders off.', [
    'keyhold licenses release K7QRM-2F9XD-08WTE-V5B3H',
    'keyhold licenses release K7QRM-2F9XD-08WTE-V5B3H --now',
  ])
    .option('--now', 'release immediately, without waiting for the application to log its user off')
    .action(release);
}

async function change(keys: string[], options: object, command: Command): Promise<void> {
  const texts = textsToChange(resources.license, options);
  const { api } = await connect();
  await doEach(command, 'KEY', keys, async (key) => {
    const params = { id: idOf(key) };
    const { data, etag } = await api.sendForReply(calls.getLicense, { params });
    const body = { ...textsIn(resources.license, data.item), ...texts };
    await api.send(calls.updateLicense, { params, body, headers: etag === null ? {} : { 'If-Match': etag } });
    return 'Changed';
  });
}

function setStatus(status: 'Active' | 'Suspended') {
  return async (keys: string[], _options: object, command: Command): Promise<void> => {
    const { api } = await connect();
    await doEach(command, 'KEY', keys, async (key) => {
      const input = { params: { id: idOf(key) }, body: { status } };
      return (await api.send(calls.updateLicenseStatus, input)).item.status;
    });
  };
}

async function move(keys: string[], { to }: { to: string }, command: Command): Promise<void> {
  const { api } = await connect();
  const body = { 'account-id': await findAccountId(api, to) };
  await doEach(command, 'KEY', keys, async (key) => {
    const { item } = await api.send(calls.moveLicense, { params: { id: idOf(key) }, body });
    return `Moved to ${item.rn}`;
  });
}

async function release(keys: string[], { now = false }: { now?: boolean }, command: Command): Promise<void> {
  const { api } = await connect();
  await doEach(command, 'KEY', keys, async (key) => {
    await api.send(calls.unassignLicense, { params: { id: idOf(key) }, body: now ? { mode: 'now' } : {} });
    return 'Released';
  });
}
