import { type Change, type calls, parseRn, permits } from '@keyhold/contract';
import { type Actor, scopeOf } from '../access/actor.ts';
import { reachableAccount } from '../access/guards.ts';
import { inTransaction } from '../db/database.ts';
import type { Stream } from '../http/bind.ts';
import type { Announcement } from './announce.ts';
import { openEventStream } from './event-stream.ts';

/** The permission without which somebody is not told that a thing of a kind has changed. */
const watchPermissions: Readonly<Record<string, string>> = {
  account: 'adm:ListAccounts',
  user: 'iam:ListUsers',
  role: 'iam:ListRoles',
  tag: 'iam:ListTags',
  license: 'license:ListLicenses',
  'addon-license': 'license:ListAddonLicenses',
};

/** Tells an open console what changed in the account it shows, so that it asks again for what is on the screen. */
export const watchChanges: Stream<typeof calls.watchChanges> = async (services, actor, input, request, reply) => {
  const account = await inTransaction(services.db, scopeOf(actor), (tx) =>
    reachableAccount(tx, actor, input.query.account ?? actor.accountId),
  );
  const stream = openEventStream(request, reply);
  // What happened before the stream was opened is told too, but says nothing against who was let in after it.
  let isPast = true;
  const hear = (announcement: Announcement | null) => {
    if (announcement && announcement.event !== 'changed') return;
    if (!announcement)
      return stream.send('changed', { types: Object.keys(watchPermissions), ids: [] } satisfies Change);
    const { resourceType, resourceId } = parseRn(announcement.rn);
    const visible = announcement.account === account || (resourceType === 'account' && actor.crossesAccounts);
    if (visible && mayWatch(actor, resourceType, resourceId)) {
      stream.send('changed', { types: [resourceType], ids: [resourceId] } satisfies Change);
    }
    // Whatever has become of the watcher's own user or account: whether they may go on is asked anew when they reconnect.
    if (!isPast && (announcement.rn === actor.rn || resourceId === actor.accountId)) stream.close();
  };
  stream.onClose(services.changes.subscribe(hear, (input.query.past ?? 0) * 1000));
  isPast = false;
};

function mayWatch(actor: Actor, type: string, id: string): boolean {
  const permission = watchPermissions[type];
  return (type === 'user' && id === actor.userId) || (permission !== undefined && permits(actor.policies, permission));
}
