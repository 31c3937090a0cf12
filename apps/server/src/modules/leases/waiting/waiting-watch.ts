import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Database, inTransaction } from '../../../db/database.ts';
import type { Installation } from '../../../installation.ts';
import type { Announcement } from '../../../streams/announce.ts';
import type { Changes } from '../../../streams/changes.ts';
import { readPlaces } from './places.sql.ts';
import { createWaitingFollower, type WaitingFollower, type WaitingListener } from './waiting-follower.ts';

declare module '../../../services.ts' {
  interface Services {
    readonly waitingWatch: WaitingWatch;
  }
}

/** Notifies this node's waiters of their places. */
export interface WaitingWatch {
  /** Follows a place until the returned function is called: its state first, then its changes. */
  follow(listener: WaitingListener): Promise<() => void>;
}

/** The sessions of followers. */
interface FollowersSessions {
  /** Calls `end` soon after a session has ended, until the returned function is called. */
  watch(session: { readonly id: string }, end: () => void): () => void;
}

/** The interval, in milliseconds, at which the open streams of this node count as signs of life. */
const pingInterval = 30_000;
/** The delay, in milliseconds, after which those who stand behind a change learn of their new place: bursts are read together. */
const placeDelay = 500;
/** Places that are read by one query. */
const readChunk = 1000;

/** Watches the places that this node's streams follow. Nothing is queried while there are none. */
export function createWaitingWatch(
  { db, installation }: { readonly db: Database; readonly installation: Installation },
  changes: Changes,
  sessions: FollowersSessions,
  log: Logger,
): WaitingWatch {
  const followers = new Map<string, Set<WaitingFollower>>();
  /** The waiters to read: a burst is read together. */
  const announced = new Set<string>();
  let isReading = false;
  let later: NodeJS.Timeout | null = null;
  let stop: (() => void) | null = null;

  async function read(ids: readonly string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += readChunk) {
      const chunk = ids.slice(from, from + readChunk);
      const states = await inTransaction(db, 'every account', (tx) => readPlaces(tx, chunk));
      const byId = new Map(states.map((state) => [state.id, state]));
      for (const id of chunk) for (const one of followers.get(id) ?? []) one.see(byId.get(id));
    }
  }

  async function readAnnounced(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (announced.size > 0) {
      const ids = [...announced];
      announced.clear();
      await read(ids).catch((error: unknown) => {
        log.warn({ err: error }, 'Places in line cannot be read; their streams are updated by the next read.');
      });
    }
    isReading = false;
  }

  function readAll(): void {
    later = null;
    for (const id of followers.keys()) announced.add(id);
    void readAnnounced();
  }

  /** Those whom a change names are notified at once, all others of this node shortly after. */
  function onAnnouncement(announcement: Announcement | null): void {
    if (announcement && announcement.event !== 'waiting') return;
    for (const id of announcement?.waiters ?? followers.keys()) if (followers.has(id)) announced.add(id);
    later ??= setTimeout(readAll, placeDelay);
    void readAnnounced();
  }

  /** Streams are signs of life. A row that is being changed is left to the next run: it must not wait for other locks. */
  async function ping(): Promise<void> {
    const ids = [...followers.keys()];
    await inTransaction(db, 'every account', (tx) =>
      sql`update waiters set "seen-on" = clock_timestamp() where id in (
        select id from waiters where id = any(${ids}::uuid[]) and "ended-on" is null order by id for no key update skip locked)`.execute(
        tx,
      ),
    );
    readAll();
  }

  function start(): void {
    const timer = setInterval(() => {
      void ping().catch((error: unknown) => log.warn({ err: error }, 'The waiters of this node cannot be kept.'));
    }, pingInterval);
    const unsubscribe = changes.subscribe(onAnnouncement);
    stop = () => {
      clearInterval(timer);
      if (later) clearTimeout(later);
      later = null;
      unsubscribe();
      stop = null;
    };
  }

  return {
    async follow(listener) {
      const follower = createWaitingFollower(installation, listener);
      const set = followers.get(listener.waiter) ?? new Set();
      followers.set(listener.waiter, set.add(follower));
      if (!stop) start();
      const unwatch = sessions.watch({ id: listener.session }, () => listener.end());
      const leave = () => {
        unwatch();
        set.delete(follower);
        if (set.size === 0 && followers.get(listener.waiter) === set) followers.delete(listener.waiter);
        if (followers.size === 0) stop?.();
      };
      try {
        // Subscribing before reading ensures that no change is missed in between.
        await read([listener.waiter]);
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
  };
}
