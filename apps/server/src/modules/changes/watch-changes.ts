import { type Change, parseRn, permits } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import { reachableAccount, scopeOf } from '../../access/guards.ts';
import { inTransaction } from '../../db/database.ts';
import type { Stream } from '../../http/bind.ts';
import type { Announcement } from '../../streams/announce.ts';

/** The permission required to be notified of changes, by type of resource. */
const watchPermissions: Readonly<Record<string, string>> = {
  account: 'adm:ListAccounts',
  user: 'iam:ListUsers',
  'service-account': 'iam:ListServiceAccounts',
  role: 'iam:ListRoles',
  tag: 'iam:ListTags',
  license: 'license:ListLicenses',
  pool: 'license:ListPools',
  'addon-license': 'license:ListAddonLicenses',
  application: 'adm:ManageCatalogue',
  product: 'adm:ManageCatalogue',
  addon: 'adm:ManageCatalogue',
  webhook: 'iam:ManageWebhooks',
};

/** The resource types whose changes are reported to provider staff for every account. */
const acrossAccounts: ReadonlySet<string> = new Set(['account', 'application', 'product', 'addon']);

/** The resource types that licenses of every account refer to. */
const catalogue: ReadonlySet<string> = new Set(['product', 'addon']);

const maxAccounts = 10;

/** Reports changes of the displayed account to an open console, which then refetches the displayed data. */
export const watchChanges: Stream<'watchChanges'> = async (services, actor, input, request, reply) => {
  const asked = (input.query.account ?? actor.accountId).split(',', maxAccounts);
  const accounts = await inTransaction(services.db, scopeOf(actor), async (tx) => {
    const reachable = new Set<string>();
    for (const account of asked) reachable.add(await reachableAccount(tx, actor, account));
    return reachable;
  });
  const stream = services.streams.open(request, reply);
  const send = (types: string[], ids: string[], request: string | null = null) =>
    stream.send('changed', { types, ids, request } satisfies Change);
  // Changes from before the stream was opened are also reported, but do not close it: its authorization reflects them.
  let isPast = true;
  const hear = (announcement: Announcement | null) => {
    if (announcement && announcement.event !== 'changed') return;
    if (!announcement) return send(Object.keys(watchPermissions), []);
    const { resourceType, resourceId } = parseRn(announcement.rn);
    const isOwn = announcement.rn === actor.rn || resourceId === actor.accountId;
    const visible = accounts.has(announcement.account) || (acrossAccounts.has(resourceType) && actor.crossesAccounts);
    if (isOwn || (visible && mayWatch(actor, resourceType))) send([resourceType], [resourceId], announcement.request);
    // Licenses show the names of the catalogue to users of every account, who may not know all of it.
    else if (catalogue.has(resourceType) && permits(actor.policies, 'license:ListLicenses')) send([resourceType], []);
    // The caller is authorized again when it reconnects.
    if (isOwn && !isPast) stream.close();
  };
  stream.onClose(services.changes.subscribe(hear, (input.query.past ?? 0) * 1000));
  const session = { id: actor.sessionId, version: actor.sessionVersion };
  stream.onClose(services.sessionWatch.watch(session, () => stream.close()));
  isPast = false;
};

function mayWatch(actor: Actor, type: string): boolean {
  const permission = watchPermissions[type];
  return permission !== undefined && permits(actor.policies, permission);
}
