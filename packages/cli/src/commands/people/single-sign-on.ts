import type { ApiClient } from '@keyhold/client';
import { calls, foldName, proofRecordName, type SingleSignOn } from '@keyhold/contract';
import type { Command } from 'commander';
import { askPassword, confirm } from '../../command/ask.ts';
import { defineCommand, defineGroup, headings } from '../../command/define-command.ts';
import { Failure } from '../../command/failure.ts';
import { accountQueryOf, type InAccount, rolesOf } from '../../command/find.ts';
import { accountOption } from '../../command/options.ts';
import { connect } from '../../connection/connect.ts';
import { show } from '../../output/output.ts';
import { formatTime } from '../../output/table.ts';

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
  const group = defineGroup(program, 'sso', 'Manage the single sign-on of an account.', headings.server);
  defineCommand(group, 'show', 'Show the single sign-on settings of an account.', [
    "keyhold sso show --account 'Acme Print'",
  ])
    .option(...accountOption())
    .action(showOne);
  defineCommand(group, 'set', 'Connect an account to its identity provider. Omitted options keep their values.', [
    'keyhold sso set --issuer https://login.acme.example --client-id keyhold --secret --domain acme.example',
    'keyhold sso set --create-users --role Administrator --tags-claim groups',
    'KEYHOLD_CLIENT_SECRET=… keyhold sso set --secret',
  ])
    .option(...accountOption())
    .option('--issuer <address>', 'issuer of the provider, exactly as the provider states it')
    .option('--client-id <id>', 'client id of this product at the provider')
    .option('--secret', 'set a new client secret, from KEYHOLD_CLIENT_SECRET or a prompt')
    .option('--domain <names...>', 'complete list of domains; domains that remain stay verified')
    .option('--create-users', 'create users for people who sign in without an invitation')
    .option('--no-create-users', 'allow only invited users')
    .option('--role <names...>', 'roles of created users, by name or rn')
    .option('--no-role', 'assign no roles to created users')
    .option('--tags-claim <claim>', 'claim that contains the tags of a user')
    .option('--no-tags-claim', 'do not change tags')
    .option('--trust-provider-factor', "accept the provider's second factor")
    .option('--no-trust-provider-factor', 'require the second factor of this product when due')
    .action(set);
  defineCommand(group, 'remove', 'Remove the single sign-on of an account.', ['keyhold sso remove --yes'])
    .option(...accountOption())
    .option('--yes', 'skip the confirmation prompt')
    .action(remove);
  defineCommand(group, 'test', 'Test the provider of an account: show its discovery document.', ['keyhold sso test'])
    .option(...accountOption())
    .action(test);
  defineCommand(group, 'verify <domain>', 'Verify a domain by its TXT record, which `keyhold sso show` displays.', [
    'keyhold sso verify acme.example',
  ])
    .option(...accountOption())
    .action(prove(calls.verifyDomain));
  defineCommand(group, 'vouch <domain>', 'Vouch for a domain of an account (provider staff only).', [
    "keyhold sso vouch acme.example --account 'Acme Print'",
  ])
    .requiredOption(...accountOption())
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
    `Creates users: ${item['create-users'] ? 'yes' : 'no'}`,
    `Roles of created users: ${item['default-roles'].map(nameOf).join(', ') || '–'}`,
    `Tags claim: ${item['tags-claim'] ?? '–'}`,
    `Accepts the provider's second factor: ${item['trust-provider-factor'] ? 'yes' : 'no'}`,
  ];
  const domains = item.domains.map(({ name, record, 'verified-on': verified }) =>
    verified === null
      ? `Domain ${name}: not verified yet. Set its TXT record ${proofRecordName(name)} to ${record}`
      : `Domain ${name}: verified ${formatTime(verified)}`,
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
    throw new Failure('This account has no single sign-on yet. Specify at least --issuer, --client-id and --secret.');
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
  if (!yes && !(await confirm('Users will sign in with passwords from then on. Remove the single sign-on?'))) return;
  await api.send(calls.deleteSingleSignOn, { query });
  show(command, {}, () => 'Removed the single sign-on.');
}

async function test({ account }: InAccount, command: Command): Promise<void> {
  const { api } = await connect();
  const { item } = await api.send(calls.testSingleSignOn, { query: await accountQueryOf(api, account), body: {} });
  show(command, { item }, () =>
    [
      `${item.issuer} can be used.`,
      `Authorization endpoint: ${item['authorization-endpoint']}`,
      `Token endpoint: ${item['token-endpoint']}`,
      `Signing keys: ${item['jwks-uri']} (${item['signing-keys']}, ${item.algorithms.join(', ')})`,
      `Back-channel logout: ${item['backchannel-logout'] ? 'yes' : 'no'}`,
    ].join('\n'),
  );
}

function prove(call: typeof calls.verifyDomain | typeof calls.vouchForDomain) {
  return async (name: string, { account }: InAccount, command: Command): Promise<void> => {
    const { api } = await connect();
    const query = await accountQueryOf(api, account);
    // Only vouching requires an account, which its option enforces.
    const { item } = await api.send(call as typeof calls.verifyDomain, { params: { name }, query, body: {} });
    show(command, { item }, () => `${name} now belongs to this account: its users sign in at ${item.issuer}.`);
  };
}
