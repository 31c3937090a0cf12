import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import type { Announcement } from '../../../streams/announce.ts';
import type { Changes } from '../../../streams/changes.ts';
import { releaseOf } from '../seat/lease-row.ts';
import { takeAsks } from './lease-asks.sql.ts';
import { createLeaseFollower, type LeaseFollower, type LeaseListener } from './lease-follower.ts';
import { readMessages } from './lease-messages.sql.ts';
import { readLeaseStates, readReleasingLeases } from './lease-watch.sql.ts';

declare module '../../../services.ts' {
  interface Services {
    readonly leaseWatch: LeaseWatch;
  }
}

/** Notifies this node's followers of leases. */
export interface LeaseWatch {
  /** Follows a lease until the returned function is called: its state first, then its changes. */
  follow(listener: LeaseListener): Promise<() => void>;
}

/** The sessions of followers. */
interface FollowersSessions {
  /** Calls `end` soon after a session has ended, until the returned function is called. */
  watch(session: { readonly id: string }, end: () => void): () => void;
  /** Ends a session that has expired, and releases its leases. */
  endIfExpired(session: string): Promise<void>;
}

/** Interval of the query for releases, in milliseconds, in case an announcement of one was lost. */
const pollInterval = 1000;
/** Interval of the query for licenses that end soon, in milliseconds: a new day is noticed within it. */
const endingsInterval = 3_600_000;
/** Leases whose states are read by one query. */
const readChunk = 1000;

/** Watches the leases that this node's streams follow. Nothing is queried while there are none. */
export function createLeaseWatch(db: Database, changes: Changes, sessions: FollowersSessions, log: Logger): LeaseWatch {
  const followers = new Map<string, Set<LeaseFollower>>();
  /** The leases with announced changes that are not read yet: a burst is read together. */
  const announced = new Set<string>();
  let isReading = false;
  let stop: (() => void) | null = null;

  const of = (lease: string): Iterable<LeaseFollower> => followers.get(lease) ?? [];

  async function readStates(ids: readonly string[]): Promise<void> {
    const rows = new Map((await readLeaseStates(db, ids)).map((row) => [row['lease-id'], row]));
    for (const id of ids) for (const one of of(id)) one.see(rows.get(id));
    await sendMessages(ids);
  }

  async function sendMessages(ids: readonly string[]): Promise<void> {
    const messages = Map.groupBy(await readMessages(db, ids), (message) => message['lease-id']);
    for (const id of ids) for (const one of of(id)) one.messages(messages.get(id) ?? []);
  }

  /** Sends what waiters say to a holder: once, to the first of the holder's listeners. */
  async function sendAsks(lease: string): Promise<void> {
    const asks = await takeAsks(db, lease);
    for (const one of of(lease)) one.asked(asks);
  }

  function noAsks(error: unknown): void {
    log.warn({ err: error }, 'What waiters say cannot be read.');
  }

  async function readAnnounced(): Promise<void> {
    isReading = true;
    while (announced.size > 0) {
      const ids = [...announced];
      announced.clear();
      await refresh(ids);
    }
    isReading = false;
  }

  async function refresh(ids: readonly string[]): Promise<void> {
    await readStates(ids).catch((error: unknown) => {
      log.warn({ err: error }, 'The state of leases cannot be read; their streams are updated by the next read.');
    });
  }

  /** An announcement only causes a read: what followers receive is in the rows. */
  function onAnnouncement(announcement: Announcement | null): void {
    if (announcement?.event === 'changed' || announcement?.event === 'waiting') return;
    if (announcement?.event === 'lease-asked') {
      if (followers.has(announcement.lease)) void sendAsks(announcement.lease).catch(noAsks);
      return;
    }
    if (announcement?.event === 'lease-entitlements') {
      for (const one of of(announcement.lease)) one.entitlementsChanged();
      return;
    }
    const all = !announcement || announcement.event === 'leases-ended';
    for (const id of all ? followers.keys() : [announcement.lease]) if (followers.has(id)) announced.add(id);
    if (!isReading) void readAnnounced();
  }

  /** Reads every followed lease: those that end soon are notified once a day. */
  async function readEndings(): Promise<void> {
    const ids = [...followers.keys()];
    for (let from = 0; from < ids.length; from += readChunk) await readStates(ids.slice(from, from + readChunk));
  }

  async function backstop(): Promise<void> {
    for (const row of await readReleasingLeases(db))
      for (const one of of(row['lease-id'])) one.released(releaseOf(row));
  }

  /** Closes a follower whose session ended, after sending the release. An expired session may not be swept yet. */
  async function sessionEnded({ session, lease, end }: LeaseListener): Promise<void> {
    await sessions.endIfExpired(session).catch((error: unknown) => {
      log.warn({ err: error }, 'The leases of an expired session cannot be released; the sweep will do it.');
    });
    await refresh([lease]);
    end();
  }

  function start() {
    let timer = setTimeout(poll, pollInterval);
    async function poll() {
      await backstop().catch((error: unknown) => log.warn({ err: error }, 'Releases cannot be read.'));
      if (stop === end) timer = setTimeout(poll, pollInterval);
    }
    const daily = setInterval(() => {
      void readEndings().catch((error: unknown) => log.warn({ err: error }, 'The ends of licenses cannot be read.'));
    }, endingsInterval);
    const unsubscribe = changes.subscribe(onAnnouncement);
    const end = () => {
      clearTimeout(timer);
      clearInterval(daily);
      unsubscribe();
      stop = null;
    };
    stop = end;
  }

  return {
    async follow(listener) {
      const follower = createLeaseFollower(listener);
      const set = followers.get(listener.lease) ?? new Set();
      followers.set(listener.lease, set.add(follower));
      if (!stop) start();
      const unwatch = sessions.watch({ id: listener.session }, () => void sessionEnded(listener));
      const leave = () => {
        unwatch();
        set.delete(follower);
        if (set.size === 0 && followers.get(listener.lease) === set) followers.delete(listener.lease);
        if (followers.size === 0) stop?.();
      };
      try {
        // Subscribing before reading ensures that no change is missed in between.
        await readStates([listener.lease]);
        await sendAsks(listener.lease);
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
  };
}
