import type { ApiClient } from '@keyhold/client';
import { calls, foldName, type Pool, resourceIdOf } from '@keyhold/contract';
import { Failure } from './failure.ts';
import { findAccountId, idOf } from './find.ts';

/** The pools of an account; of the caller's account when undefined. */
export async function poolsOf(
  api: ApiClient,
  account: string | undefined,
  query: { search?: string; limit?: number } = {},
) {
  if (account === undefined) return api.send(calls.listPools, { query });
  return api.send(calls.listAccountPools, { query: { ...query, account: await findAccountId(api, account) } });
}

/** The id of a pool given by id, rn or name. */
export async function findPoolId(api: ApiClient, text: string, account: string | undefined): Promise<string> {
  if (/^[0-9a-f-]{36}$/i.test(idOf(text))) return idOf(text).toLowerCase();
  const { items } = await poolsOf(api, account, { search: text.slice(0, 200) });
  const found = items.find(({ name }) => foldName(name) === foldName(text));
  if (!found) throw new Failure(`There is no pool called ${text}. See: keyhold pools list`);
  return resourceIdOf(found.rn);
}

/** A pool given by id, rn or name. */
export async function findPool(api: ApiClient, text: string, account: string | undefined): Promise<Pool> {
  const params = { id: await findPoolId(api, text, account) };
  return (await api.send(calls.getPool, { params })).item;
}
