import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { Listener } from '../db/listener.ts';

/** What graphile-worker is given its listening connection by. */
type Taken = (error: undefined, client: pg.PoolClient, release: () => void) => void;

/**
 * A pool for graphile-worker, which listens for new jobs through the node's listener. It would take a connection of each
 * worker's pool for that, the only one that it asks for by a callback.
 */
export function listeningPool(pool: pg.Pool, listener: Pick<Listener, 'subscribe'>): pg.Pool {
  const connect = (taken?: Taken) => (taken ? listenThrough(listener, taken) : pool.connect());
  return new Proxy(pool, {
    get(target, key) {
      if (key === 'connect') return connect;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Lends what passes for a connection that listens already: what it is asked to execute is LISTEN and UNLISTEN. */
function listenThrough(listener: Pick<Listener, 'subscribe'>, taken: Taken): void {
  const client = Object.assign(new EventEmitter(), { query: async () => undefined }) as unknown as pg.PoolClient;
  const leaving = (['jobs:insert', 'worker:migrate'] as const).map((channel) =>
    // Without a payload it looks for a job: there may be some.
    listener.subscribe(channel, (payload) => client.emit('notification', { channel, payload: payload ?? '' })),
  );
  const release = () => {
    for (const leave of leaving) leave();
  };
  setImmediate(taken, undefined, client, release);
}
