import type { Heartbeat } from './keep-leases.sql.ts';
import type { GrantedLease } from './lease-row.ts';

/** Takes heartbeats, and sends those together that come while others are under way. */
export interface HeartbeatQueue {
  /** Keeps a lease alive; null when it, or its holder's session, does not stand. */
  keep(beat: Heartbeat): Promise<GrantedLease | null>;
}

/** Most heartbeats of one statement. */
const most = 100;

interface Waiting {
  readonly beat: Heartbeat;
  readonly done: (lease: GrantedLease | null) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * A heartbeat that comes alone goes at once. While one statement is under way, others gather and go together as the next:
 * the busier the server, the fewer commits for each heartbeat.
 *
 * @param send keeps many leases alive at once; null for those it could not
 * @param sendAlone says of one whether it stands
 */
export function createHeartbeatQueue(
  send: (beats: readonly Heartbeat[]) => Promise<(GrantedLease | null)[]>,
  sendAlone: (beat: Heartbeat) => Promise<GrantedLease | null>,
): HeartbeatQueue {
  const waiting: Waiting[] = [];
  let busy = false;

  async function work(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const kept = await send(batch.map(({ beat }) => beat));
        batch.forEach((one, index) => {
          one.done(kept[index] ?? null);
        });
      } catch (error) {
        for (const one of batch) one.failed(error);
      }
    }
    busy = false;
  }

  return {
    async keep(beat) {
      const kept = await new Promise<GrantedLease | null>((done, failed) => {
        waiting.push({ beat, done, failed });
        if (!busy) void work();
      });
      return kept ?? sendAlone(beat);
    },
  };
}
