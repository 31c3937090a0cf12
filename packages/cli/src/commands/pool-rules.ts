import type { ApiClient } from '@keyhold/client';
import { calls, foldName, type PoolRules, parseRn, resourceIdOf } from '@keyhold/contract';
import type { Command } from 'commander';
import { connect } from '../connect.ts';
import { readConsumers } from '../consumers.ts';
import { defineCommand } from '../define-command.ts';
import { Failure } from '../failure.ts';
import type { InAccount } from '../find.ts';
import { findPool } from '../find-pool.ts';
import { accountOption, wholeNumber } from '../options.ts';
import { show } from '../output.ts';

const inAccount = accountOption('account of the pool');

/** `pools consumers` and `pools rules` */
export function addPoolRules(group: Command): void {
  defineCommand(
    group,
    'consumers <pool>',
    'Choose who may use a pool. Holders who may not use it any more are logged off.',
    [
      "keyhold pools consumers Prepress --account 'Acme Print' --consumers 'tags:Prepress,Night shift'",
      "keyhold pools consumers 'Render farm' --account 'Acme Print' --consumers 'service-account:Render farm'",
    ],
  )
    .option(...inAccount)
    .requiredOption(
      '--consumers <who>',
      'who may use it: everyone, no-one, user:EMAIL, service-account:NAME or tags:NAME,NAME',
    )
    .action(setConsumers);
  defineCommand(
    group,
    'rules <pool>',
    'Show the rules of a pool, or replace them all. Nobody’s use ends by a narrower rule.',
    [
      "keyhold pools rules Prepress --account 'Acme Print'",
      "keyhold pools rules Prepress --account 'Acme Print' --per-user 1 --share 'Night shift:3:' --share Freelancers::4 --offline 5:7",
      "keyhold pools rules Prepress --account 'Acme Print' --none",
    ],
  )
    .option(...inAccount)
    .option('--per-user <number>', 'seats of one person at once', wholeNumber(1, 1000))
    .option('--share <TAG:RESERVE:LIMIT>', 'seats that are kept for carriers of a tag, and the most they use', collect)
    .option('--offline <SEATS:DAYS>', 'how many seats are in offline use at once, and for how many days')
    .option('--none', 'remove every rule')
    .action(rules);
}

function collect(one: string, before: readonly string[] = []): string[] {
  return [...before, one];
}

async function setConsumers(
  name: string,
  { account, consumers: text }: InAccount & { readonly consumers: string },
  command: Command,
): Promise<void> {
  const { api } = await connect();
  const pool = await findPool(api, name, account);
  const choice = await readConsumers(api, parseRn(pool.rn).accountId, text);
  if (!('consumers' in choice)) throw new Failure(choice.join('\n'));
  const params = { id: resourceIdOf(pool.rn) };
  const { item } = await api.send(calls.setPoolPolicies, { params, body: choice });
  show(command, { item }, () => `Changed who may use ${item.name}.`);
}

interface RuleOptions extends InAccount {
  readonly perUser?: number;
  readonly share?: readonly string[];
  readonly offline?: string;
  readonly none?: true;
}

async function rules(name: string, options: RuleOptions, command: Command): Promise<void> {
  const { api } = await connect();
  const pool = await findPool(api, name, options.account);
  const { perUser, share, offline, none } = options;
  if (perUser === undefined && share === undefined && offline === undefined && none === undefined) {
    return show(command, { item: pool }, () => describe(pool.rules));
  }
  const account = parseRn(pool.rn).accountId;
  const body = {
    'per-user': perUser ?? null,
    shares: share === undefined ? null : await Promise.all(share.map((one) => readShare(api, account, one))),
    offline: offline === undefined ? null : readOffline(offline),
    'idle-minutes': pool.rules['idle-minutes'],
    priorities: pool.rules.priorities,
  };
  const reply = await api.send(calls.setPoolRules, { params: { id: resourceIdOf(pool.rn) }, body });
  const above = (reply.above ?? []).map(({ limit, used, of }) => `In use beyond ${limit}: ${used} of ${of}`);
  show(command, reply, () => [describe(reply.item.rules), ...above].join('\n'));
}

async function readShare(api: ApiClient, account: string, text: string) {
  const [, name = '', reserve = '', limit = ''] = /^(.+):(\d*):(\d*)$/s.exec(text) ?? [];
  if (name === '') throw new Failure(`A share is TAG:RESERVE:LIMIT, such as 'Night shift:3:10', not ${text}.`);
  const { items } = await api.send(calls.listAccountTags, { query: { account, search: name, limit: 100 } });
  const tag = items.find((one) => foldName(one.name) === foldName(name));
  if (!tag) throw new Failure(`The account has no tag ${name}.`);
  const number = (digits: string) => (digits === '' ? null : Number(digits));
  return { tag: tag.rn, reserve: number(reserve), limit: number(limit) };
}

function readOffline(text: string) {
  const [, seats, days] = /^(\d+):(\d+)$/.exec(text) ?? [];
  if (seats === undefined) throw new Failure(`Offline use is SEATS:DAYS, such as 5:7, not ${text}.`);
  return { seats: Number(seats), days: Number(days), tags: [] };
}

function describe(all: PoolRules): string {
  const { 'per-user': perUser, shares, offline } = all;
  const lines = [
    ...(perUser === null ? [] : [`Seats of one person: ${perUser}`]),
    ...(shares ?? []).map(
      ({ tag, reserve, limit }) => `Tag ${resourceIdOf(tag)}: ${reserve ?? 0} kept, at most ${limit ?? 'all'}`,
    ),
    ...(offline === null ? [] : [`Offline: ${offline.seats} for ${offline.days} days`]),
  ];
  return lines.length === 0 ? 'The pool has no rules.' : lines.join('\n');
}
