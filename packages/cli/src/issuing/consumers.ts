import type { ApiClient } from '@keyhold/client';
import { type ConsumersInput, calls, foldName } from '@keyhold/contract';

/**
 * Parses who may use a license: `everyone`, `no-one`, `user:EMAIL`, `service-account:NAME` or `tags:NAME,NAME`. Users,
 * service accounts and tags are those of the account.
 *
 * @returns the field of the body, or the problems as sentences
 * @example
 * await readConsumers(api, account, 'tags:Prepress,Colour') // { consumers: { kind: 'tags', tags: [rn, rn] } }
 */
export async function readConsumers(
  api: ApiClient,
  account: string,
  text: string,
): Promise<{ readonly consumers: ConsumersInput } | readonly string[]> {
  if (text === 'everyone' || text === 'no-one') return { consumers: { kind: text } };
  const [, kind, rest = ''] = /^(user|service-account|tags):(.+)$/s.exec(text) ?? [];
  if (kind === 'user') {
    const { items } = await api.send(calls.listAccountUsers, { query: { account, search: rest.trim(), limit: 100 } });
    const user = items.find(({ email }) => foldName(email) === foldName(rest));
    return user ? { consumers: { kind, user: user.rn } } : [`consumers: the account has no user ${rest.trim()}.`];
  }
  if (kind === 'service-account') {
    const query = { account, search: rest.trim(), limit: 100 };
    const { items } = await api.send(calls.listServiceAccounts, { query });
    const machine = items.find(({ name }) => foldName(name) === foldName(rest));
    if (machine) return { consumers: { kind: 'user', user: machine.rn } };
    return [`consumers: the account has no service account ${rest.trim()}.`];
  }
  if (kind === 'tags') return readTags(api, account, rest.split(','));
  return [`consumers must be everyone, no-one, user:EMAIL, service-account:NAME or tags:NAME,NAME, not ${text}.`];
}

async function readTags(api: ApiClient, account: string, names: readonly string[]) {
  const tags: string[] = [];
  const problems: string[] = [];
  for (const name of names.map((one) => one.trim())) {
    const { items } = await api.send(calls.listAccountTags, { query: { account, search: name, limit: 100 } });
    const tag = items.find((one) => foldName(one.name) === foldName(name));
    if (tag) tags.push(tag.rn);
    else problems.push(`consumers: the account has no tag ${name === '' ? 'without a name' : name}.`);
  }
  return problems.length > 0 ? problems : { consumers: { kind: 'tags' as const, tags } };
}
