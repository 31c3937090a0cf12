import type { Caller } from './callers.ts';
import { type Case, changed } from './case.ts';
import type { AccountRow, PlainRow, Request, SelfRow } from './row.ts';
import type { World } from './world.ts';

/**
 * Variants of a request, each with one part that does not exist for the caller: 404 if it is in the path, the query or
 * the account id, 400 with the field if it is in the body. Callers without permission cannot tell them apart.
 */
export async function strangeCases(
  world: World,
  row: AccountRow,
  caller: Caller,
  request: Request,
  permitted: boolean,
): Promise<Case[]> {
  const refused = row.hidden ? 404 : 403;
  const cases: Case[] = [];
  const add = (what: string, place: string, value: unknown, status: number, field?: string) =>
    cases.push({
      caller,
      what,
      request: changed(request, place, value),
      ...(permitted ? { status, ...(field === undefined ? {} : { field }) } : { status: refused }),
    });
  const account = caller.person.accountId;

  for (const [index, [param, kind]] of Object.entries(row.ids ?? {}).entries()) {
    const { ids, lesserIds } = await world.strangeThings(kind, account);
    for (const { why, id } of index === 0 ? ids : lesserIds) {
      if (row.restores && why === 'deleted') continue;
      add(`${param} ${why}`, `params.${param}`, id, 404);
    }
  }
  if (row.accountIn) {
    const [part, name] = row.accountIn === 'body' ? ['body', 'account-id'] : ['query', 'account'];
    for (const { why, id } of (await world.strangeThings('account', account)).ids) {
      add(`${name} ${why}`, `${part}.${name}`, id, 404);
    }
    if (row.accountIn !== 'optional query') add(`${name} missing`, `${part}.${name}`, undefined, 400, name);
  }
  cases.push(...(await strangeNames(world, row, caller, request, permitted ? null : refused)));
  if (!permitted && request.body !== undefined) add('a body of nonsense', 'body', { nonsense: true }, refused);
  return cases;
}

/** Like {@link strangeCases}, for the rns in the body and the query only. */
export async function strangeNames(
  world: World,
  row: AccountRow | PlainRow | SelfRow,
  caller: Caller,
  request: Request,
  refused: number | null,
): Promise<Case[]> {
  const cases: Case[] = [];
  // A resource of an account must be named in the account that the request is about.
  const account = caller.person.accountId;
  const malformed = { why: 'malformed', rn: 'nonsense' };
  for (const [place, { kind, field = place, status = 400, body }] of Object.entries(row.rns ?? {})) {
    const home = row.ids?.['id'] === 'account' ? (request.params?.['id'] as string) : account;
    const { rns } = await world.strangeThings(kind, home);
    const naming = (rn: string) =>
      body ? { ...request, body: { ...(request.body as object), ...body(rn) } } : changed(request, `body.${place}`, rn);
    for (const { why, rn } of rns) {
      // Callers who act across accounts can reach a resource in another account.
      if (why === 'foreign' && caller.crosses && 'unreachable' in row) continue;
      const one = { caller, what: `${place} ${why}`, request: naming(rn) };
      cases.push(refused === null ? { ...one, status, field } : { ...one, status: refused });
    }
    const one = { caller, what: `${place} malformed`, request: naming(malformed.rn) };
    cases.push(refused === null ? { ...one, status: 400 } : { ...one, status: refused });
  }
  for (const [name, kind] of Object.entries(row.queryRns ?? {})) {
    const { rns } = await world.strangeThings(kind, account);
    const other = row.insteadOf?.[name];
    const asked = other === undefined ? request : changed(request, `query.${other}`, undefined);
    for (const { why, rn } of [...rns, malformed]) {
      const what = `${name} ${why}`;
      cases.push({ caller, what, request: changed(asked, `query.${name}`, rn), status: refused ?? 404 });
    }
  }
  return cases;
}
