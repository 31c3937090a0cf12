import type { ApiClient } from '@keyhold/client';
import { calls, resourceIdOf, resources, type User } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand, defineGroup, headings } from '../../command/define-command.ts';
import { Failure } from '../../command/failure.ts';
import {
  findAccountId,
  findDeletedUserId,
  findOwnOrNamedAccount,
  findUserId,
  type InAccount,
} from '../../command/find.ts';
import { accountOption, limitOption, searchOption, wholeNumber } from '../../command/options.ts';
import { connect } from '../../connection/connect.ts';
import { doEach } from '../../output/each.ts';
import { show } from '../../output/output.ts';
import { formatList, formatTime } from '../../output/table.ts';
import { addTextOptions, textsInOptions } from '../../output/texts.ts';
import { addImport } from './import-users.ts';

const named = 'by e-mail, id or rn';
const inAccount = accountOption('account of the users');

/** `users …` */
export function addUsers(program: Command): void {
  const group = defineGroup(program, 'users', 'Manage the users of an account.', headings.server);
  defineCommand(group, 'list', 'List the users of an account.', [
    "keyhold users list --account 'Acme Print'",
    'keyhold users list --status Inactive --json',
  ])
    .option(...inAccount)
    .option(...searchOption)
    .option('--status <status>', 'filter by status: Pending, Active or Inactive')
    .option(...limitOption)
    .action(list);
  const creating = defineCommand(group, 'create <email>', 'Create a user, who is Pending until they have activated.', [
    "keyhold users create ada@acme.example --first-name Ada --last-name Byron --account 'Acme Print' --invite",
  ]).option(...inAccount);
  addTextOptions(creating, resources.user, 'create', ['email'])
    .option('--invite', 'also send an activation link to the user')
    .option('--days <number>', 'days until the link expires', wholeNumber(1, 365), 90)
    .action(create);
  addImport(group);
  defineCommand(
    group,
    'resend <users...>',
    `Send a new activation link to users (${named}) who have not activated yet. The previous links become invalid.`,
    ["keyhold users resend ada@acme.example --account 'Acme Print'"],
  )
    .option(...inAccount)
    .option('--days <number>', 'days until the links expire', wholeNumber(1, 365), 90)
    .action(resend);
  defineCommand(
    group,
    'deactivate <users...>',
    `Deactivate users (${named}): sign them out and release the licenses they hold.`,
    ["keyhold users deactivate ada@acme.example --account 'Acme Print'"],
  )
    .option(...inAccount)
    .action(setStatus('Inactive'));
  defineCommand(group, 'reactivate <users...>', `Reactivate users (${named}), so that they can sign in again.`, [
    "keyhold users reactivate ada@acme.example --account 'Acme Print'",
  ])
    .option(...inAccount)
    .action(setStatus('Active'));
  defineCommand(group, 'restore <users...>', `Restore deleted users (${named}) with their roles and tags.`, [
    "keyhold users restore ada@acme.example --account 'Acme Print'",
  ])
    .option(...inAccount)
    .action(restore);
  defineCommand(
    group,
    'unlink <users...>',
    `Unlink users (${named}) from the people at the provider: the next single sign-on links them again.`,
    ["keyhold users unlink ada@acme.example --account 'Acme Print'"],
  )
    .option(...inAccount)
    .action(unlink);
  defineCommand(
    group,
    'move <users...>',
    `Move users (${named}) to another account. They keep name, password and second factors, and lose roles, tags, sessions and licenses.`,
    ["keyhold users move ada@acme.example --account 'Acme Print' --to 'Birch Media'"],
  )
    .option(...inAccount)
    .requiredOption('--to <account>', 'account to move them to, by name, id or rn')
    .action(move);
  defineCommand(
    group,
    'activation-link <user>',
    `Create a new link with which a user (${named}) who has not activated yet can set a password. The previous link becomes invalid.`,
    [
      "keyhold users activation-link ada@acme.example --account 'Acme Print' --send",
      'keyhold users activation-link 0198c0de-0000-7000-8000-000000000001 --days 7',
    ],
  )
    .option(...inAccount)
    .option('--days <number>', 'days until the link expires', wholeNumber(1, 365), 30)
    .option('--send', 'also send the link to the user by e-mail')
    .action(issueLink);
}

async function list(
  { account, ...query }: InAccount & { search?: string; status?: User['status']; limit?: number },
  command: Command,
): Promise<void> {
  const { api } = await connect();
  const result =
    account === undefined
      ? await api.send(calls.listUsers, { query: { ...query, resolve: 'all' } })
      : await api.send(calls.listAccountUsers, {
          query: { ...query, resolve: 'all', account: await findAccountId(api, account) },
        });
  const nameOf = (rn: string) => result.resources[rn]?.name ?? rn;
  show(command, result, () =>
    formatList(
      ['EMAIL', 'NAME', 'STATUS', 'ROLES', 'LAST LOGIN', 'ID'],
      result.items.map((user) => [
        user.email,
        `${user['first-name']} ${user['last-name']}`,
        user.status,
        user.roles.map(nameOf).join(', ') || '–',
        formatTime(user['last-login']),
        resourceIdOf(user.rn),
      ]),
      'No users found.',
    ),
  );
}

async function create(
  email: string,
  { account, invite = false, days, ...texts }: InAccount & { invite?: boolean; days: number },
  command: Command,
): Promise<void> {
  const { api } = await connect();
  const fields = { 'first-name': '', 'last-name': '', ...textsInOptions(resources.user, texts) };
  const body = { ...fields, email, 'account-id': await findOwnOrNamedAccount(api, account) };
  const result = await api.send(calls.createUser, { body });
  const [user] = result.resources;
  if (!user) throw new Failure('The server created nobody.');
  if (invite) await sendLink(api, user.rn, days);
  show(command, { item: user }, () => {
    const invited = invite ? ' An activation link is sent by e-mail.' : '';
    return `Created ${user.email} (${resourceIdOf(user.rn)}).${invited}`;
  });
}

async function sendLink(api: ApiClient, user: string, validDays: number): Promise<void> {
  await api.send(calls.sendActivationLink, { body: { user, sendEmail: true, validDays } });
}

async function resend(
  users: string[],
  { account, days }: InAccount & { days: number },
  command: Command,
): Promise<void> {
  const { api } = await connect();
  await doEach(command, 'USER', users, async (user) => {
    const { item } = await api.send(calls.getUser, { params: { id: await findUserId(api, user, account) } });
    await sendLink(api, item.rn, days);
    return 'Sent';
  });
}

function setStatus(status: 'Active' | 'Inactive') {
  return async (users: string[], { account }: InAccount, command: Command): Promise<void> => {
    const { api } = await connect();
    await doEach(command, 'USER', users, async (user) => {
      const params = { id: await findUserId(api, user, account) };
      return (await api.send(calls.updateUserStatus, { params, body: { status } })).item.status;
    });
  };
}

async function restore(users: string[], { account }: InAccount, command: Command): Promise<void> {
  const { api } = await connect();
  await doEach(command, 'USER', users, async (user) => {
    const params = { id: await findDeletedUserId(api, user, account) };
    const { item } = await api.send(calls.restoreUser, { params });
    return `Restored ${item.email} (${item.status})`;
  });
}

async function unlink(users: string[], { account }: InAccount, command: Command): Promise<void> {
  const { api } = await connect();
  await doEach(command, 'USER', users, async (user) => {
    await api.send(calls.unlinkIdentity, { params: { id: await findUserId(api, user, account) } });
    return 'Unlinked';
  });
}

async function move(users: string[], { account, to }: InAccount & { to: string }, command: Command): Promise<void> {
  const { api } = await connect();
  const target = await findAccountId(api, to);
  await doEach(command, 'USER', users, async (user) => {
    const { item } = await api.send(calls.getUser, { params: { id: await findUserId(api, user, account) } });
    await api.send(calls.moveUsers, { body: { users: [item.rn], 'account-id': target } });
    return 'Moved';
  });
}

async function issueLink(
  user: string,
  { account, days, send = false }: InAccount & { days: number; send?: boolean },
  command: Command,
): Promise<void> {
  const { api, server } = await connect();
  const { item } = await api.send(calls.getUser, { params: { id: await findUserId(api, user, account) } });
  const body = { user: item.rn, sendEmail: send, validDays: days };
  const { activationKey } = await api.send(calls.sendActivationLink, { body });
  const link = `${server}/activate?activation-key=${activationKey}`;
  const result = { user: item.rn, email: item.email, link, 'activation-key': activationKey, 'valid-days': days };
  show(command, { ...result, mailed: send }, () => {
    const mailed = send ? ' It is also sent by e-mail.' : '';
    return `${link}\n${item.email} can set a password with this link once, within ${days} days.${mailed}`;
  });
}
