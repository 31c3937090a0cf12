import { type Case, type Cases, changed } from './case.ts';
import type { PublicRow, SelfRow } from './row.ts';
import { strangeNames } from './strange-cases.ts';
import type { World } from './world.ts';

/** The documented results of a call that all users may make about their own resources. */
export async function selfCases(world: World, row: SelfRow, status: number): Promise<Cases> {
  const { people } = world.test;
  const others = {
    'somebody else here': await row.request(world.make, people.acmeUser),
    'somebody elsewhere': await row.request(world.make, people.birchUser),
    'somebody of the provider': await row.request(world.make, people.providerUser),
  };
  const refusals: Case[] = [];
  const successes: Cases['successes'][number][] = [];
  for (const caller of world.callers) {
    if (row.another !== undefined) {
      for (const [who, request] of Object.entries(others)) {
        refusals.push({ caller, what: `about ${who}`, request, status: row.another });
      }
    }
    const own = await row.request(world.make, caller.person);
    for (const [param, kind] of Object.entries(row.ids ?? {})) {
      for (const { why, id } of (await world.strangeThings(kind, caller.person.accountId)).ids) {
        const known = why === 'random' || why === 'deleted';
        const lesser = row.lesser?.includes(param);
        const expected = (lesser ? undefined : known ? row.unknown : row.malformed) ?? 404;
        refusals.push({
          caller,
          what: `${param} ${why}`,
          request: changed(own, `params.${param}`, id),
          status: expected,
        });
      }
    }
    refusals.push(...(await strangeNames(world, row, caller, own, null)));
    successes.push(async () => {
      const person = await caller.another();
      const request = await row.request(world.make, person);
      return { caller: { name: caller.name, person }, what: 'about oneself', request, status };
    });
  }
  return { refusals, successes };
}

/** A call without authentication succeeds for every caller. */
export function publicCases(world: World, row: PublicRow, status: number): Cases {
  const { acme, birch, provider } = world.test.accounts;
  const successes = [acme, birch, provider].flatMap((account) =>
    world.callers.slice(0, 2).map((caller) => async () => ({
      caller,
      what: 'for everyone',
      request: await row.request(world.make, account),
      status,
    })),
  );
  return { refusals: [], successes };
}
