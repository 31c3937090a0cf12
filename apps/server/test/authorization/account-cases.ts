import type { Caller } from './callers.ts';
import { type Case, type Cases, changed } from './case.ts';
import type { AccountRow, PlainRow, Request } from './row.ts';
import { strangeCases, strangeNames } from './strange-cases.ts';
import type { World } from './world.ts';

/**
 * The documented results of a call on resources of an account: 403 for callers without permission, whatever it names;
 * 404 for callers with permission in their own account only, if the resource is elsewhere; otherwise success.
 */
export async function accountCases(world: World, row: AccountRow, status: number): Promise<Cases> {
  const places = placesOf(world, row);
  const prepared = new Map<string, Request>();
  for (const [name, place] of Object.entries(places)) {
    prepared.set(name, await row.request(world.make, await place()));
  }
  const refusals: Case[] = [];
  const successes: Cases['successes'][number][] = [];
  for (const caller of world.callers) {
    const permitted = row.needs === 'signed in' || (caller.may(row.needs) && (!row.acrossAccounts || caller.crosses));
    for (const [name, place] of Object.entries(places)) {
      const what = `about ${name}`;
      const request = prepared.get(name) as Request;
      if (!permitted) refusals.push({ caller, what, request, status: row.hidden ? 404 : 403 });
      else if (!reaches(world, caller, name)) refusals.push(outOfReach(row, { caller, what, request }));
      else if (row.provider && name === 'provider') refusals.push({ caller, what, request, status: row.provider });
      else if (row.allRights && name === 'provider' && caller.name !== 'a Root Administrator') {
        refusals.push({ caller, what, request, status: 403 });
      } else {
        successes.push(async () => ({
          caller,
          what,
          request: await row.request(world.make, await place()),
          status,
        }));
      }
    }
    const own = prepared.get('a fresh account') ?? prepared.get(homeOf(world, caller));
    refusals.push(...(await strangeCases(world, row, caller, own as Request, permitted)));
    if (row.oneself) successes.push(() => aboutOneself(world, row, caller, status));
  }
  return { refusals, successes };
}

/** The documented results of a call that names no account: success or 403. */
export async function plainCases(world: World, row: PlainRow, status: number): Promise<Cases> {
  const request = await row.request(world.make);
  const refusals: Case[] = [];
  const successes: Cases['successes'][number][] = [];
  for (const caller of world.callers) {
    const what = row.about;
    const may = caller.may(row.needs) && (row.about !== 'every account' || caller.crosses);
    // The catalogue belongs to the provider; its permission is held only by provider staff.
    if (!may) refusals.push({ caller, what, request, status: 403 });
    else successes.push(async () => ({ caller, what, request: await row.request(world.make), status }));
    refusals.push(...(await strangeNames(world, row, caller, request, may ? null : 403)));
    for (const [param, kind] of Object.entries(row.ids ?? {})) {
      for (const { why, id } of (await world.strangeThings(kind, caller.person.accountId)).ids) {
        const strange = changed(request, `params.${param}`, id);
        refusals.push({ caller, what: `${param} ${why}`, request: strange, status: may ? 404 : 403 });
      }
    }
  }
  return { refusals, successes };
}

type Place = 'acme' | 'birch' | 'provider' | 'a fresh account';

/** The accounts whose resources a call is tested on; a call that changes an account gets a fresh one. */
function placesOf(world: World, row: AccountRow): Partial<Record<Place, () => Promise<string>>> {
  const { acme, birch, provider } = world.test.accounts;
  if (row.ids?.['id'] !== 'account') {
    return { acme: async () => acme, birch: async () => birch, provider: async () => provider };
  }
  const fresh = async () => (await world.make.account({ deleted: row.restores ?? false })).id;
  return row.restores ? { 'a fresh account': fresh } : { 'a fresh account': fresh, provider: async () => provider };
}

function homeOf(world: World, caller: Caller): string {
  const { accounts } = world.test;
  return Object.entries(accounts).find(([, id]) => id === caller.person.accountId)?.[0] as string;
}

function reaches(world: World, caller: Caller, place: string): boolean {
  return caller.crosses || homeOf(world, caller) === place;
}

function outOfReach(row: AccountRow, one: Omit<Case, 'status'>): Case {
  const [field] = Object.keys(row.rns ?? {});
  return row.unreachable === 400 && field ? { ...one, status: 400, field } : { ...one, status: 404 };
}

async function aboutOneself(world: World, row: AccountRow, caller: Caller, status: number): Promise<Case> {
  const person = await caller.another();
  const request = await row.request(world.make, person.accountId);
  const sid = request.params?.['sid'] && (await world.make.session(person.accountId, person));
  const params = { ...request.params, id: person.id, ...(sid ? { sid } : {}) };
  return { caller: { name: caller.name, person }, what: 'about oneself', request: { ...request, params }, status };
}
