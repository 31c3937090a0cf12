import type { ApiClient } from '@keyhold/client';
import { calls, foldName, proofRecordName, type SingleSignOn } from '@keyhold/contract';
import type { Command } from 'commander';
import { askPassword, confirm } from '../ask.ts';
import { connect } from '../connect.ts';
import { defineCommand, defineGroup, headings } from '../define-command.ts';
import { Failure } from '../failure.ts';
import { accountQueryOf, type InAccount, rolesOf } from '../find.ts';
import { show } from '../output.ts';
import { formatTime } from '../table.ts';

const accountOption = ['--account <account>', 'the account, by name, id or rn (default: your own)'] as const;

interface SetOptions extends InAccount {
  readonly issuer?: string;
  readonly clientId?: string;
  readonly secret?: boolean;
  readonly domain?: string[];
  readonly createUsers?: boolean;
  readonly role?: string[] | false;
  readonly tagsClaim?: string | false;
  readonly trustProviderFactor?: boolean;
}

/** `sso …` */
export function addSingleSignOn(program: Command): void {
  const group = defineGroup(program, 'sso', 'The single sign-on of an account.', headings.server);
  defineCommand(group, 'show', 'Show how the people of an account sign in at their provider.', [
    "keyhold sso show --account 'Acme Print'",
  ])
    .option(...accountOption)
    .action(showOne);
  defineCommand(group, 'set', 'Connect an account with its provider. What is not named stays as it is.', [
    'keyhold sso set --issuer https://login.acme.example --client-id keyhold --secret --domain acme.example',
    'keyhold sso set --create-users --role Administrator --tags-claim groups',
    'KEYHOLD_CLIENT_SECRET=… keyhold sso set --secret',
  ])
    .option(...accountOption)
    .option('--issuer <address>', 'the provider, exactly as it calls itself')
    .option('--client-id <id>', 'what this product is called there')
    .option('--secret', 'a new client secret: it is asked for, or is KEYHOLD_CLIENT_SECRET')
    .option('--domain <names...>', 'all its domains; those that stay keep their proof')
    .option('--create-users', 'make users of people whom nobody invited')
    .option('--no-create-users', 'let in who was invited')
    .option('--role <names...>', 'the roles of users who are made, by name or rn')
    .option('--no-role', 'give them none')
    .option('--tags-claim <claim>', 'the claim that names the tags of a user')
    .option('--no-tags-claim', 'leave tags alone')
    .option('--trust-provider-factor', "let the provider's second factor count")
    .option('--no-trust-provider-factor', 'ask for the one that is due here')
    .action(set);
  defineCommand(group, 'remove', 'Remove the single sign-on of an account.', ['keyhold sso remove --yes'])
    .option(...accountOption)
    .option('--yes', 'do not ask')
    .action(remove);
  defineCommand(group, 'test', 'Ask the provider of an account what it says of itself.', ['keyhold sso test'])
    .option(...accountOption)
    .action(test);
  defineCommand(group, 'verify <domain>', 'Prove a domain by its TXT record, which `keyhold sso show` tells.', [
    'keyhold sso verify acme.example',
  ])
    .option(...accountOption)
    .action(prove(calls.verifyDomain));
  defineCommand(group, 'vouch <domain>', 'Vouch for a domain of an account, as provider staff.', [
    "keyhold sso vouch acme.example --account 'Acme Print'",
  ])
    .requiredOption(...accountOption)
    .action(prove(calls.vouchForDomain));
}

async function showOne({ account }: InAccount, command: Command): Promise<void> {
  const { api } = await connect();
  const { item } = await api.send(calls.getSingleSignOn, { query: await accountQueryOf(api, account) });
  const roles = item && command.optsWithGlobals()['json'] !== true ? await rolesOf(api, account) : [];
  show(command, { item }, () => (item ? textOf(item, roles) : 'This account has no single sign-on.'));
}

function textOf(item: SingleSignOn, roles: readonly { readonly rn: string; readonly name: string }[]): string {
  const nameOf = (rn: string) => roles.find((role) => role.rn === rn)?.name ?? rn;
  const lines = [
    `Issuer: ${item.issuer}`,
    `Client id: ${item['client-id']}`,
    `Makes users: ${item['create-users'] ? 'yes' : 'no'}`,
    `Their roles: ${item['default-roles'].map(nameOf).join(', ') || '–'}`,
    `Tags by claim: ${item['tags-claim'] ?? '–'}`,
    `Second factor of the provider counts: ${item['trust-provider-factor'] ? 'yes' : 'no'}`,
  ];
  const domains = item.domains.map(({ name, record, 'verified-on': verified }) =>
    verified === null
      ? `Domain ${name}: not proven yet. Its TXT record ${proofRecordName(name)} must be ${record}`
      : `Domain ${name}: proven ${formatTime(verified)}`,
  );
  return [...lines, ...domains].join('\n');
}

async function set(options: SetOptions, command: Command): Promise<void> {
  const { api } = await connect();
  const query = await accountQueryOf(api, options.account);
  const { data, etag } = await api.sendForReply(calls.getSingleSignOn, { query });
  const now = data.item;
  const issuer = options.issuer ?? now?.issuer;
  const clientId = options.clientId ?? now?.['client-id'];
  if (issuer === undefined || clientId === undefined) {
    throw new Failure('This account has no single sign-on yet. Name at least --issuer, --client-id and --secret.');
  }
  const body = {
    issuer,
    'client-id': clientId,
    ...(options.secret ? { 'client-secret': await readSecret() } : {}),
    domains: options.domain?.map((name) => ({ name })) ?? now?.domains.map(({ name }) => ({ name })) ?? [],
    'create-users': options.createUsers ?? now?.['create-users'] ?? false,
    'tags-claim': options.tagsClaim === false ? null : (options.tagsClaim ?? now?.['tags-claim'] ?? null),
    'default-roles': await roleRns(api, options, now),
    'trust-provider-factor': options.trustProviderFactor ?? now?.['trust-provider-factor'] ?? false,
  };
  // The body repeats fields without an option; the entity tag prevents overwriting a concurrent change.
  const headers: Record<string, string> = etag === null ? {} : { 'if-match': etag };
  const { item } = await api.send(calls.updateSingleSignOn, { query, body, headers });
  const roles = await rolesOf(api, options.account);
  show(command, { item }, () => textOf(item, roles));
}

async function readSecret(): Promise<string> {
  return process.env['KEYHOLD_CLIENT_SECRET'] ?? (await askPassword('Client secret: '));
}

async function roleRns(api: ApiClient, { account, role }: SetOptions, now: SingleSignOn | null): Promise<string[]> {
  if (role === false) return [];
  if (role === undefined) return now?.['default-roles'] ?? [];
  const known = await rolesOf(api, account);
  return role.map((wanted) => {
    const found = known.find((one) => one.rn === wanted || foldName(one.name) === foldName(wanted));
    if (!found) throw new Failure(`There is no role called ${wanted} in this account.`);
    return found.rn;
  });
}

async function remove({ account, yes }: InAccount & { yes?: boolean }, command: Command): Promise<void> {
  const { api } = await connect();
  const query = await accountQueryOf(api, account);
  if (!yes && !(await confirm('Its people sign in with passwords from then on. Remove the single sign-on?'))) return;
  await api.send(calls.deleteSingleSignOn, { query });
  show(command, {}, () => 'The single sign-on is removed.');
}

async function test({ account }: InAccount, command: Command): Promise<void> {
  const { api } = await connect();
  const { item } = await api.send(calls.testSingleSignOn, { query: await accountQueryOf(api, account), body: {} });
  show(command, { item }, () =>
    [
      `${item.issuer} can be used.`,
      `Sign-in: ${item['authorization-endpoint']}`,
      `Tokens: ${item['token-endpoint']}`,
      `Keys: ${item['jwks-uri']} (${item['signing-keys']}, ${item.algorithms.join(', ')})`,
      `Tells of sign-outs: ${item['backchannel-logout'] ? 'yes' : 'no'}`,
    ].join('\n'),
  );
}

function prove(call: typeof calls.verifyDomain | typeof calls.vouchForDomain) {
  return async (name: string, { account }: InAccount, command: Command): Promise<void> => {
    const { api } = await connect();
    const query = await accountQueryOf(api, account);
    // Only vouching requires an account, which its option enforces.
    const { item } = await api.send(call as typeof calls.verifyDomain, { params: { name }, query, body: {} });
    show(command, { item }, () => `${name} belongs to this account now: its people are sent to ${item.issuer}.`);
  };
}
