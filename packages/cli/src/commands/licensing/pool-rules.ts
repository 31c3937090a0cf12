import type { ApiClient } from '@keyhold/client';
import { calls, foldName, type PoolRules, parseRn, resourceIdOf } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand } from '../../command/define-command.ts';
import { Failure } from '../../command/failure.ts';
import type { InAccount } from '../../command/find.ts';
import { findPool } from '../../command/find-pool.ts';
import { accountOption, wholeNumber } from '../../command/options.ts';
import { connect } from '../../connection/connect.ts';
import { readConsumers } from '../../issuing/consumers.ts';
import { show } from '../../output/output.ts';

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
      "keyhold pools rules Prepress --account 'Acme Print' --idle-minutes 30 --priority 'Night shift:1' --offline 2:14 --offline-tag Field",
      "keyhold pools rules Prepress --account 'Acme Print' --none",
    ],
  )
    .option(...inAccount)
    .option('--per-user <number>', 'seats of one person at once', wholeNumber(1, 1000))
    .option('--share <TAG:RESERVE:LIMIT>', 'seats that are kept for carriers of a tag, and the most they use', collect)
    .option('--offline <SEATS:DAYS>', 'how many seats are in offline use at once, and for how many days')
    .option('--offline-tag <TAG>', 'whose carriers alone may use a seat offline; several with several', collect)
    .option('--idle-minutes <number>', 'minutes until an idle seat goes to those who wait', wholeNumber(1, 1440))
    .option(
      '--priority <TAG:CLASS>',
      'the place in line of carriers of a tag: 1 is first, 2 is usual, 3 is last',
      collect,
    )
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
  readonly offlineTag?: readonly string[];
  readonly idleMinutes?: number;
  readonly priority?: readonly string[];
  readonly none?: true;
}

async function rules(name: string, options: RuleOptions, command: Command): Promise<void> {
  const { api } = await connect();
  const pool = await findPool(api, name, options.account);
  const { account: _, ...given } = options;
  if (Object.keys(given).length === 0) {
    const lines = await describe(api, pool.rules);
    return show(command, { item: pool }, () => lines.join('\n'));
  }
  const body = await rulesIn(api, parseRn(pool.rn).accountId, given);
  const reply = await api.send(calls.setPoolRules, { params: { id: resourceIdOf(pool.rn) }, body });
  const above = (reply.above ?? []).map(({ limit, used, of }) => `In use beyond ${limit}: ${used} of ${of}`);
  const lines = [...(await describe(api, reply.item.rules)), ...above];
  show(command, reply, () => lines.join('\n'));
}

async function rulesIn(api: ApiClient, account: string, options: Omit<RuleOptions, 'account'>): Promise<PoolRules> {
  const { perUser, share = [], offline, offlineTag = [], idleMinutes, priority = [] } = options;
  if (offline === undefined && offlineTag.length > 0)
    throw new Failure('--offline-tag says who may use a seat offline; say how many and for how long with --offline.');
  const shares = share.map(readShare);
  const priorities = priority.map(readPriority);
  const tag = await findTags(api, account, [
    ...offlineTag,
    ...shares.map((one) => one.name),
    ...priorities.map((one) => one.name),
  ]);
  return {
    'per-user': perUser ?? null,
    shares:
      shares.length === 0
        ? null
        : shares.map((one) => ({ tag: tag(one.name), reserve: one.reserve, limit: one.limit })),
    offline: offline === undefined ? null : { ...readOffline(offline), tags: offlineTag.map(tag) },
    'idle-minutes': idleMinutes ?? null,
    priorities: priorities.length === 0 ? null : priorities.map((one) => ({ tag: tag(one.name), class: one.class })),
  };
}

/** Finds tags of an account by their names. */
async function findTags(api: ApiClient, account: string, names: readonly string[]): Promise<(name: string) => string> {
  const found = new Map<string, string>();
  for (const name of new Set(names)) {
    const { items } = await api.send(calls.listAccountTags, { query: { account, search: name, limit: 100 } });
    const tag = items.find((one) => foldName(one.name) === foldName(name));
    if (!tag) throw new Failure(`The account has no tag ${name}.`);
    found.set(name, tag.rn);
  }
  return (name) => found.get(name) ?? '';
}

function readShare(text: string) {
  const [, name = '', reserve = '', limit = ''] = /^(.+):(\d*):(\d*)$/s.exec(text) ?? [];
  if (name === '') throw new Failure(`A share is TAG:RESERVE:LIMIT, such as 'Night shift:3:10', not ${text}.`);
  const number = (digits: string) => (digits === '' ? null : Number(digits));
  return { name, reserve: number(reserve), limit: number(limit) };
}

function readPriority(text: string) {
  const [, name = '', place] = /^(.+):([123])$/s.exec(text) ?? [];
  if (name === '')
    throw new Failure(`A priority is TAG:CLASS, such as 'Night shift:1', with class 1, 2 or 3, not ${text}.`);
  return { name, class: Number(place) };
}

function readOffline(text: string) {
  const [, seats, days] = /^(\d+):(\d+)$/.exec(text) ?? [];
  if (seats === undefined) throw new Failure(`Offline use is SEATS:DAYS, such as 5:7, not ${text}.`);
  return { seats: Number(seats), days: Number(days) };
}

/** The rules in words, with the names of their tags. */
async function describe(api: ApiClient, all: PoolRules): Promise<string[]> {
  const { 'per-user': perUser, shares, offline, 'idle-minutes': idleMinutes, priorities } = all;
  const rns = [...(shares ?? []), ...(priorities ?? [])].map((one) => one.tag).concat(offline?.tags ?? []);
  const names = new Map<string, string>();
  for (const rn of new Set(rns)) {
    const { item } = await api.send(calls.getTag, { params: { id: resourceIdOf(rn) } });
    names.set(rn, item.name);
  }
  const tag = (rn: string) => names.get(rn) ?? resourceIdOf(rn);
  const among = offline && offline.tags.length > 0 ? `, with ${offline.tags.map(tag).join(' or ')}` : '';
  const lines = [
    ...(perUser === null ? [] : [`Seats of one person: ${perUser}`]),
    ...(shares ?? []).map((one) => `${tag(one.tag)}: ${one.reserve ?? 0} kept, at most ${one.limit ?? 'all'}`),
    ...(offline === null ? [] : [`Offline: ${offline.seats} for ${offline.days} days${among}`]),
    ...(idleMinutes === null ? [] : [`An idle seat goes to those who wait after ${idleMinutes} minutes`]),
    ...(priorities ?? []).map((one) => `${tag(one.tag)}: class ${one.class} in line`),
  ];
  return lines.length === 0 ? ['The pool has no rules.'] : lines;
}
