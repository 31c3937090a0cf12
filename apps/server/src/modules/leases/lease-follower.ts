import type { LeaseStateRow } from './lease-watch.sql.ts';

/** An event of a lease, as its client reads it (protocol, 'Calls'). */
export interface LeaseEvent {
  readonly event: 'state' | 'released' | 'entitlements' | 'message';
  readonly data: Readonly<Record<string, unknown>>;
}

/** Somebody who follows a lease: a stream, or a long poll. */
export interface LeaseListener {
  readonly lease: string;
  /** The session on which it listens: when that ends, so does the following. */
  readonly session: string;
  tell(event: LeaseEvent): void;
  end(): void;
}

/** A listener and what it has been told, so that it hears its lease's state first, and of a release once. */
export interface LeaseFollower {
  readonly listener: LeaseListener;
  /** Tells what the row says: always at first, then only what is new. */
  see(row: LeaseStateRow | undefined): void;
  released(data: { readonly reason: string; readonly message: string; readonly by: string | null }): void;
  entitlementsChanged(): void;
  message(data: { readonly message: string; readonly by: string }): void;
}

export function createLeaseFollower(listener: LeaseListener): LeaseFollower {
  /** Events that came before the first state; null once that is told. */
  let waiting: LeaseEvent[] | null = [];
  let told = '';
  let isReleased = false;

  function tell(event: LeaseEvent) {
    if (waiting) waiting.push(event);
    else listener.tell(event);
  }

  const follower: LeaseFollower = {
    listener,
    see(row) {
      const state = row && (row.alive || row['lease-state'] === 'releasing') ? row['lease-state'] : 'free';
      const event: LeaseEvent = { event: 'state', data: { state, epoch: row?.epoch ?? null } };
      if (waiting) {
        listener.tell(event);
        for (const held of waiting) listener.tell(held);
        waiting = null;
      } else if (JSON.stringify(event) !== told && !isReleased) {
        listener.tell(event);
      }
      told = JSON.stringify(event);
      if (row && state === 'releasing') follower.released(releaseOf(row));
    },
    released(data) {
      if (isReleased) return;
      isReleased = true;
      tell({ event: 'released', data });
    },
    entitlementsChanged: () => tell({ event: 'entitlements', data: {} }),
    message: (data) => tell({ event: 'message', data }),
  };
  return follower;
}

/** What a row says of its release. */
export function releaseOf(row: LeaseStateRow) {
  return {
    reason: row['release-reason'] ?? 'released',
    message: row['release-message'] ?? 'This license was released.',
    by: row['release-by'],
  };
}
