import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { Listener } from '../db/listener.ts';

/** The callback that receives graphile-worker's listening connection. */
type Taken = (error: undefined, client: pg.PoolClient, release: () => void) => void;

/**
 * A pool for graphile-worker that listens for new jobs through the node's listener. Otherwise graphile-worker would use
 * a connection of each worker's pool for listening, the only connection that it requests with a callback.
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

/** Provides a substitute for a listening connection, whose only statements are LISTEN and UNLISTEN. */
function listenThrough(listener: Pick<Listener, 'subscribe'>, taken: Taken): void {
  const client = Object.assign(new EventEmitter(), { query: async () => undefined }) as unknown as pg.PoolClient;
  const leaving = (['jobs:insert', 'worker:migrate'] as const).map((channel) =>
    // An empty payload makes the worker look for jobs, as notifications may have been missed.
    listener.subscribe(channel, (payload) => client.emit('notification', { channel, payload: payload ?? '' })),
  );
  const release = () => {
    for (const leave of leaving) leave();
  };
  setImmediate(taken, undefined, client, release);
}
