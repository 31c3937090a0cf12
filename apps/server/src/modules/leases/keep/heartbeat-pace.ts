declare module '../../../services.ts' {
  interface Services {
    readonly pace: HeartbeatPace;
  }
}

/** The load of a server, measured by how long its own heartbeats take. */
export interface HeartbeatPace {
  /** Records how long a heartbeat took, in milliseconds, including the wait for a connection and the database. */
  note(milliseconds: number): void;
  /** The factor by which to lengthen the heartbeat interval, from 1 to {@link maxStretch}. */
  stretch(): number;
}

/** Heartbeat duration up to which the server does not count as busy, in milliseconds. */
const calm = 100;
/** Heartbeat duration from which the interval is stretched the most, in milliseconds. */
const busy = 1000;
/** The largest stretch of a heartbeat interval; half of the lease is the other bound. */
export const maxStretch = 2;
/** The weight of the newest heartbeat in the moving average, which some tens of heartbeats change noticeably. */
const weight = 0.05;

export function createHeartbeatPace(): HeartbeatPace {
  let average = 0;
  return {
    note(milliseconds) {
      average += weight * (milliseconds - average);
    },
    stretch: () => 1 + (maxStretch - 1) * Math.min(1, Math.max(0, (average - calm) / (busy - calm))),
  };
}
