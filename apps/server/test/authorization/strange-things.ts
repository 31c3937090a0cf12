import { parseRn } from '@keyhold/contract';
import type { TestApp } from '../app.ts';
import type { Maker } from '../made/maker.ts';
import type { Made } from '../made/making.ts';
import type { Kind } from './row.ts';

/** A resource that does not exist for a caller, and why. */
interface Strange extends Made {
  readonly why: string;
}

const uuidOfNobody = '0198c0de-0000-7000-8000-000000000000';
const unknownIds: Readonly<Partial<Record<Kind, string>>> = {
  license: 'ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ',
  'addon-license': 'ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ',
  product: 'no-such-product',
  addon: 'no-such-addon',
  domain: 'nobody.example',
  application: 'no-such-application',
};

/** Names that do not exist for a caller: all of them get the same answer. */
export interface StrangeThings {
  /** In a path. */
  readonly ids: readonly Strange[];
  /** In a path below the resource that the call is about: also another account's. */
  readonly lesserIds: readonly Strange[];
  /** Well-formed rns, in a body or a query. */
  readonly rns: readonly Strange[];
}

/** Makes every kind of nonexistent name of a resource, for a user of an account. */
export async function makeStrangeThings(
  test: TestApp,
  make: Maker,
  kind: Kind,
  account: string,
  elsewhere: string,
): Promise<StrangeThings> {
  const unknown = unknownIds[kind] ?? uuidOfNobody;
  const named = (id: string, type: string = kind) => ({
    id,
    rn: `keyhold:${test.services.installation.region}:${account}:${type}:${id}`,
  });
  const random = { why: 'random', ...named(unknown) };
  const deleted = await makeDeleted(make, kind, account);
  const foreign = await makeForeign(make, kind, account, elsewhere);
  const real = await makeForeign(make, kind, elsewhere, account);
  const ids: Strange[] = [
    random,
    ...(deleted ? [{ why: 'deleted', ...deleted }] : []),
    { why: 'malformed', ...named('nonsense') },
    { why: 'with a NUL', ...named(`${unknown}\0`) },
    { why: 'too long', ...named('9'.repeat(700)) },
  ];
  const rns: Strange[] = [
    random,
    ...(deleted ? [{ why: 'deleted', ...deleted }] : []),
    ...(foreign ? [{ why: 'foreign', ...foreign }] : []),
    { why: 'with a malformed id', ...named('nonsense') },
  ];
  if (real?.rn) {
    const { resourceId } = parseRn(real.rn);
    const altered = (why: string, rn: string) => ({ why, id: resourceId, rn });
    rns.push(
      altered('of another kind', real.rn.replace(`:${kind}:`, ':account:')),
      altered('of another application', real.rn.replace('keyhold:', 'other:')),
      altered('of another region', real.rn.replace(/^keyhold:[^:]+/, 'keyhold:mars-1')),
      altered('in upper case', real.rn.replace(resourceId, `${resourceId.toUpperCase()}A`.slice(0, -1))),
    );
  }
  return { ids, lesserIds: [...ids, ...(foreign ? [{ why: 'foreign', ...foreign }] : [])], rns: distinct(rns, real) };
}

/** Excludes names equal to the real one: a license key is already in upper case. */
function distinct(rns: readonly Strange[], real: Made | null): Strange[] {
  return rns.filter((one) => one.rn !== real?.rn);
}

async function makeDeleted(make: Maker, kind: Kind, account: string): Promise<Made | null> {
  const deleted = { deleted: true } as const;
  switch (kind) {
    case 'account':
      return make.account(deleted);
    case 'user':
      return make.user(account, deleted);
    case 'tag':
      return make.tag(account, deleted);
    case 'license':
      return make.license(account, deleted);
    case 'addon-license':
      return make.addonLicense(account, deleted);
    case 'session': {
      const id = await make.session(account, await make.user(account), { ended: true });
      return { id, rn: '' };
    }
    default:
      return null;
  }
}

/** A resource of another account, or null if the kind has none. */
async function makeForeign(make: Maker, kind: Kind, account: string, elsewhere: string): Promise<Made | null> {
  switch (kind) {
    case 'user':
      return make.user(elsewhere);
    case 'role':
      return make.role(elsewhere);
    case 'tag':
      return make.tag(elsewhere);
    case 'license':
      return make.license(elsewhere);
    case 'addon-license':
      return make.addonLicense(elsewhere);
    case 'session':
      return { id: await make.session(elsewhere, await make.user(elsewhere)), rn: '' };
    case 'service-account':
      return make.serviceAccount(elsewhere);
    case 'service-account-token':
      return { id: (await make.serviceAccountToken(await make.serviceAccount(elsewhere))).id, rn: '' };
    case 'factor':
      return { id: await make.factor(elsewhere, await make.user(elsewhere)), rn: '' };
    case 'webhook':
      return { id: await make.webhook(elsewhere), rn: '' };
    case 'webhook-delivery':
      return { id: await make.webhookDelivery(elsewhere, await make.webhook(elsewhere)), rn: '' };
    case 'product':
    case 'addon': {
      // The catalogue belongs to the provider: its rns in any other account do not exist.
      const { id, rn } = await make[kind]();
      return { id, rn: rn.replace(parseRn(rn).accountId, account === parseRn(rn).accountId ? elsewhere : account) };
    }
    default:
      return null;
  }
}
