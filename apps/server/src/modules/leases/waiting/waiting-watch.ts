import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Database, inTransaction, type Transaction } from '../../../db/database.ts';
import type { Installation } from '../../../installation.ts';
import type { Announcement } from '../../../streams/announce.ts';
import type { Changes } from '../../../streams/changes.ts';
import { createEstimates } from './estimates.sql.ts';
import { type OfferState, type PlaceState, readOffers, readPlaces } from './places.sql.ts';
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
/**
 * The delay, in milliseconds, after which those who stand behind a change learn of their new place: at least, and for each
 * waiter of this node. Bursts are read together, and a thousand waiters cause no thousand events a second.
 */
const placeDelay = { least: 500, each: 4 };
/** Places that are read by one query. */
const most = 1000;

/** Watches the places that this node's streams follow. Nothing is queried while there are none. */
export function createWaitingWatch(
  { db, installation }: { readonly db: Database; readonly installation: Installation },
  changes: Changes,
  sessions: FollowersSessions,
  log: Logger,
): WaitingWatch {
  const followers = new Map<string, Set<WaitingFollower>>();
  const estimates = createEstimates();
  /** Those whom an announcement names, those whose first state is awaited, and the others that are due: read in this order. */
  const announced = new Set<string>();
  const arriving = new Map<string, PromiseWithResolvers<void>>();
  const due = new Set<string>();
  let isReading = false;
  let later: NodeJS.Timeout | null = null;
  let stop: (() => void) | null = null;

  /** Takes a chunk of the waiters that a set names, and reads them by one query. */
  async function readChunk<State extends { readonly id: string }>(
    ids: Iterable<string>,
    read: (tx: Transaction, chunk: readonly string[]) => Promise<State[]>,
    show: (follower: WaitingFollower, state: State | undefined) => void,
  ): Promise<void> {
    const chunk = [...ids];
    const states = await inTransaction(db, 'every account', (tx) => read(tx, chunk));
    const byId = new Map(states.map((state) => [state.id, state]));
    for (const id of chunk) for (const one of followers.get(id) ?? []) show(one, byId.get(id));
  }

  const places = (tx: Transaction, ids: readonly string[]) => readPlaces(tx, ids, estimates);
  const see = (one: WaitingFollower, state: PlaceState | undefined) => one.see(state);

  async function readArriving(chunk: ReadonlyMap<string, PromiseWithResolvers<void>>): Promise<void> {
    try {
      await readChunk(chunk.keys(), places, see);
      for (const { resolve } of chunk.values()) resolve();
    } catch (error) {
      for (const { reject } of chunk.values()) reject(error);
    }
  }

  /** Reads until nothing is left to read, one query at a time: a burst, and what comes meanwhile, is read together. */
  async function readPending(): Promise<void> {
    if (isReading) return;
    isReading = true;
    const warn = (error: unknown) => {
      log.warn({ err: error }, 'Places in line cannot be read; their streams are updated by the next read.');
    };
    while (announced.size + arriving.size + due.size > 0) {
      if (announced.size > 0) await readChunk(take(announced), readOffers, notice).catch(warn);
      if (arriving.size > 0) await readArriving(takeEntries(arriving));
      if (announced.size === 0 && due.size > 0) await readChunk(take(due), places, see).catch(warn);
    }
    isReading = false;
  }

  /** Before its first state a follower is read with its place. */
  function notice(one: WaitingFollower, state: OfferState | undefined): void {
    if (!one.notice(state) && followers.has(one.listener.waiter)) due.add(one.listener.waiter);
  }

  function readAll(): void {
    later = null;
    for (const id of followers.keys()) due.add(id);
    void readPending();
  }

  /** Those whom a change names are notified at once, all others of this node shortly after. */
  function onAnnouncement(announcement: Announcement | null): void {
    if (announcement && announcement.event !== 'waiting') return;
    for (const id of announcement?.waiters ?? followers.keys()) if (followers.has(id)) announced.add(id);
    later ??= setTimeout(readAll, placeDelay.least + placeDelay.each * followers.size);
    void readPending();
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
        const first = arriving.get(listener.waiter) ?? Promise.withResolvers<void>();
        arriving.set(listener.waiter, first);
        void readPending();
        await first.promise;
      } catch (error) {
        leave();
        throw error;
      }
      return leave;
    },
  };
}

/** Takes some waiters out of a set. */
function take(ids: Set<string>): string[] {
  const taken = [...ids].slice(0, most);
  for (const id of taken) ids.delete(id);
  return taken;
}

function takeEntries<Value>(entries: Map<string, Value>): Map<string, Value> {
  const taken = new Map([...entries].slice(0, most));
  for (const id of taken.keys()) entries.delete(id);
  return taken;
}
