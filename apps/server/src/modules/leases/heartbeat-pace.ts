/** The load of a server, measured by how long its own heartbeats take. */
export interface HeartbeatPace {
  /** Notes how long a heartbeat took, in milliseconds: waiting for a connection and for the database included. */
  note(milliseconds: number): void;
  /** By how much to lengthen the time between heartbeats, from 1 to {@link mostStretch}. */
  stretch(): number;
}

/** A server that is not busy answers a heartbeat within this time, in milliseconds. */
const calm = 100;
/** One that takes this long is as busy as this server should get. */
const busy = 1000;
/** No product's heartbeats are lengthened by more; half of the lease is the other bound. */
export const mostStretch = 2;
/** The weight of the newest heartbeat in the average: some tens of them make a change. */
const weight = 0.05;

export function createHeartbeatPace(): HeartbeatPace {
  let average = 0;
  return {
    note(milliseconds) {
      average += weight * (milliseconds - average);
    },
    stretch: () => 1 + (mostStretch - 1) * Math.min(1, Math.max(0, (average - calm) / (busy - calm))),
  };
}
