import { accountIdOf, calls, type GiftOutcome, resourceIdOf } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand } from '../../command/define-command.ts';
import { Failure } from '../../command/failure.ts';
import { findOwnOrNamedAccount, findUserId, type InAccount, idOf } from '../../command/find.ts';
import { accountOption } from '../../command/options.ts';
import { connect } from '../../connection/connect.ts';
import { readConsumers } from '../../issuing/consumers.ts';
import { doEach } from '../../output/each.ts';
import { endAsFailed, show } from '../../output/output.ts';
import { formatTable } from '../../output/table.ts';

const named = 'by e-mail, id or rn';
const inAccount = accountOption('account of the users');

/** `licenses consumers`, `give` and `take`. */
export function addLicenseConsumers(group: Command): void {
  defineCommand(
    group,
    'consumers <keys...>',
    'Set who may use licenses. Holders who may not any more are logged off.',
    [
      'keyhold licenses consumers K7QRM-2F9XD-08WTE-V5B3H --consumers everyone',
      "keyhold licenses consumers K7QRM-2F9XD-08WTE-V5B3H --consumers 'tags:Prepress,Colour'",
    ],
  )
    .requiredOption(
      '--consumers <who>',
      'who may use them: everyone, no-one, user:EMAIL, service-account:NAME or tags:NAME,NAME',
    )
    .action(setConsumers);
  defineCommand(
    group,
    'give <product> <users...>',
    `Give each user (${named}) a license of a product that nobody may use so far, the longest lasting first. Users who have one keep it.`,
    ["keyhold licenses give keyhold-studio ada@acme.example ben@acme.example --account 'Acme Print' --check"],
  )
    .option(...inAccount)
    .option('--check', 'only report what would happen')
    .action(give);
  defineCommand(
    group,
    'take <product> <users...>',
    `Take the licenses of a product that name these users (${named}). Nobody may use them then, and their holders are logged off.`,
    ["keyhold licenses take keyhold-studio ada@acme.example --account 'Acme Print'"],
  )
    .option(...inAccount)
    .option('--check', 'only report what would happen')
    .option('--only-unused', 'leave licenses in use to their users')
    .action(take);
}

async function setConsumers(keys: string[], options: { consumers: string }, command: Command): Promise<void> {
  const { api } = await connect();
  await doEach(command, 'KEY', keys, async (key) => {
    const params = { id: idOf(key) };
    const { item } = await api.send(calls.getLicense, { params });
    const read = await readConsumers(api, accountIdOf(item.rn), options.consumers);
    if (!('consumers' in read)) throw new Failure(read.join('\n'));
    await api.send(calls.setLicensePolicies, { params, body: read });
    return 'Changed';
  });
}

interface GiftOptions extends InAccount {
  readonly check?: boolean;
  readonly onlyUnused?: boolean;
}

const give = async (product: string, users: string[], options: GiftOptions, command: Command): Promise<void> => {
  const { api, body } = await giftTo(product, users, options);
  showGifts(command, users, options, await api.send(calls.giveLicenses, { body }));
};

const take = async (product: string, users: string[], options: GiftOptions, command: Command): Promise<void> => {
  const { api, body } = await giftTo(product, users, options);
  const reply = await api.send(calls.takeLicenses, { body: { ...body, 'only-unused': options.onlyUnused ?? false } });
  showGifts(command, users, options, reply);
};

async function giftTo(product: string, users: string[], { account, check = false }: GiftOptions) {
  const { api } = await connect();
  const ids: string[] = [];
  for (const user of users) ids.push(await findUserId(api, user, account));
  const mode = check ? ('check' as const) : ('apply' as const);
  return { api, body: { 'account-id': await findOwnOrNamedAccount(api, account), product, users: ids, mode } };
}

const outcomeWords: Readonly<Record<GiftOutcome, string>> = {
  given: 'Given',
  has: 'Has one',
  'none-left': 'Failed: no license is left',
  inactive: 'Failed: the user is Inactive',
  taken: 'Taken',
  none: 'Had none',
};

interface Gifts {
  readonly items: readonly { readonly outcome: GiftOutcome; readonly license: string | null }[];
}

/** Shows what happened to each user, in the order in which they were named; a user without a license is a failure. */
function showGifts(command: Command, users: readonly string[], { check }: GiftOptions, reply: Gifts): void {
  const rows = reply.items.map(({ outcome, license }, index) => [
    users[index] ?? '',
    outcomeWords[outcome],
    license === null ? '–' : resourceIdOf(license),
  ]);
  show(command, reply, () =>
    [formatTable(['USER', 'RESULT', 'KEY'], rows), ...(check ? ['Checked, nothing was changed.'] : [])].join('\n'),
  );
  if (reply.items.some(({ outcome }) => outcome === 'none-left' || outcome === 'inactive')) endAsFailed();
}
