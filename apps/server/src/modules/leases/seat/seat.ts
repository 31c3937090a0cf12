import type { AuditAction, WebhookEvent } from '@keyhold/contract';
import {
  copyNoticed,
  endingAfter,
  endOfUse,
  freed,
  freedBy,
  freedUnacknowledged,
  fromText,
  type Given,
  type Holder,
  heartbeatColumns,
  inUseBy,
  newEpoch,
  newLease,
  notOffered,
  offeredTo,
  offlineFor,
  ofSession,
  releasing,
  type SeatColumns,
} from './seat-columns.ts';

/**
 * The state machine of a license's seat: its states, and the effect of each event in each of them. Its columns are in
 * the license's row; nothing else writes them (`seat.test.ts`). Times are the database's.
 *
 * - `free`: every eligible user can consume it.
 * - `offered`: not stored. A `free` seat that is kept for one waiter until `offered-until`.
 * - `active`: in use until `expires-at`, which each heartbeat extends.
 * - `lapsed`: not stored. An `active` seat whose `expires-at` has passed: its own device resumes it, others may take
 *   it.
 * - `releasing`: taken from its holder, who is being logged off. Unavailable until they answer or `expires-at` passes.
 * - `offline`: checked out until `expires-at`. It cannot be recalled.
 */
export type SeatState = 'free' | 'offered' | 'active' | 'lapsed' | 'releasing' | 'offline';

/** Why a seat is released: a code for programs, and a message for the user who is logged off. */
export interface Ending {
  readonly reason: string;
  readonly message: string;
}

/** The details of a move besides its event. */
export interface MoveDetails extends Partial<Ending> {
  /** The user, device and application of a consume. */
  readonly holder?: Given<Holder>;
  /** The rn of the user who releases it; null when it times out. */
  readonly by?: string | null;
  /** The session that keeps the lease alive from now on. */
  readonly session?: string;
  /** Days of offline use. */
  readonly days?: number;
  /** The waiter to whom the seat is offered. */
  readonly waiter?: string;
}

/** The ending of a seat when no reason is given. */
export const plainEnding: Ending = { reason: 'released', message: 'This license was released.' };
/** The ending of a seat whose license's term is over. */
export const licenseEnded: Ending = { reason: 'license-expired', message: 'This license has expired.' };
/** The ending of a seat that was lent to a pool beyond what was bought. */
export const overdraftEnded: Ending = {
  reason: 'overdraft-ended',
  message: 'This license was lent for a time, which is over.',
};
/** The ending of a seat whose lease was consumed for a limited time. */
export const leaseEnded: Ending = { reason: 'time-over', message: 'The time of this lease is over.' };
/** The ending of a seat whose holder's session has ended. */
export const signedOut: Ending = { reason: 'session-ended', message: 'You were signed out.' };
/** The ending of a seat whose holder may have lost the right to it when the license's policies changed. */
export const consumersChanged: Ending = {
  reason: 'consumers-changed',
  message: 'Who may use this license has changed.',
};

/** The ending of a seat whose user was away while others waited for it. */
export const idleEnding: Ending = {
  reason: 'idle',
  message: 'You were away, and someone else needed the license.',
};
/** The ending of a seat that its user takes over to another device. */
export const takenOver = (device: string): Ending => ({
  reason: 'taken-over',
  message: `You continued on ${device}.`,
});

/** The effect of one event on a seat in one state. */
export interface Move {
  readonly to: SeatState;
  /** The columns to write into the license's row. */
  readonly columns: (details: MoveDetails) => SeatColumns;
  /** The action of its entry in the audit log. */
  readonly audit?: AuditAction;
  /** The announcement to its client: to log the user off, or to read the state again. */
  readonly announce?: 'lease-released' | 'lease-changed';
  readonly webhook?: WebhookEvent;
  /** The reason in the webhook `license.released`, if none is given. */
  readonly reason?: string;
  /** A use of the license begins, or the current one ends this way. If its lease has expired, it lapsed then. */
  readonly use?: 'begins' | 'returned' | 'released' | 'lapsed';
}

const consumed = { to: 'active', audit: 'license:ConsumeLicense', webhook: 'license.consumed' } as const;
const resumed = (details: MoveDetails): SeatColumns => ({ ...held(details), ...newEnd(details), ...newEpoch });
const taken = (details: MoveDetails): SeatColumns => ({ ...resumed(details), ...newLease });

const releaseFrom = ({ reason = plainEnding.reason, message = plainEnding.message, by = null }: MoveDetails) => ({
  reason,
  message,
  by,
});

const toFree = { to: 'free', columns: () => freed } as const;
const noLongerOffered = { to: 'free', columns: () => notOffered } as const;
/** The client is notified of the release when it asks. */
const toFreeUnanswered = { to: 'free', columns: () => freedUnacknowledged } as const;
const checkedIn = {
  ...toFree,
  audit: 'license:CheckInLicense',
  webhook: 'license.released',
  reason: 'checked-in',
} as const;
const released = {
  to: 'releasing',
  columns: (details: MoveDetails) => releasing(releaseFrom(details)),
  audit: 'license:ReleaseLicense',
  announce: 'lease-released',
  webhook: 'license.released',
} as const;

/** Event × state. An event has no effect on a seat in a state that is not listed. */
export const seatMoves = {
  /** An eligible user takes a seat that is free or has lapsed. */
  consume: {
    free: { ...consumed, columns: taken, use: 'begins' },
    lapsed: { ...consumed, columns: taken, announce: 'lease-changed', use: 'begins' },
    offered: { ...consumed, columns: taken, use: 'begins' },
  },
  /** A waiter gets a free seat for a while. Nobody else can take it, and they need not. */
  offer: {
    free: { to: 'offered', columns: ({ waiter = '' }) => offeredTo(waiter) },
    lapsed: {
      to: 'offered',
      columns: ({ waiter = '' }) => ({ ...freedUnacknowledged, ...offeredTo(waiter) }),
      announce: 'lease-changed',
      use: 'lapsed',
    },
  },
  /** The waiter does not take the seat: they left, or the seat cannot be used any more. */
  withdraw: { offered: noLongerOffered },
  /** The holder consumes again on the same device, in another run or after a lapse: same lease, new epoch. */
  resume: {
    active: { ...consumed, columns: resumed, announce: 'lease-changed' },
    lapsed: { ...consumed, columns: resumed, announce: 'lease-changed', use: 'begins' },
  },
  /** The same run consumes again, for example after a lost reply: lease and epoch stay. */
  repeat: { active: { to: 'active', columns: (details) => held(details) } },
  /** The client is alive. Thousands a second: no audit entry, no announcement, and no index contains its columns. */
  heartbeat: { active: { to: 'active', columns: () => fromText(heartbeatColumns) } },
  /** A heartbeat of a copy of the holder's device is refused. */
  copy: { active: { to: 'active', columns: () => copyNoticed, audit: 'license:CopyNoticed' } },
  /** Another session of the holder takes over the lease, for example after signing in again. */
  follow: { active: { to: 'active', columns: ({ session = '' }) => ofSession(session) } },
  /** The application closes. */
  'check in': {
    active: { ...checkedIn, use: 'returned' },
    lapsed: { ...checkedIn, use: 'lapsed' },
    releasing: checkedIn,
  },
  /** An administrator releases the seat, or the right to it ended, with the session, user, tag, account or license. */
  release: {
    active: { ...released, use: 'released' },
    lapsed: { ...toFreeUnanswered, use: 'lapsed' },
    offered: noLongerOffered,
  },
  /** The license's term, or the time for which it was consumed, has ended. Its holder is notified even if the lease ended too; the seat cannot be resumed. */
  expire: {
    active: { ...released, use: 'released' },
    lapsed: { ...released, use: 'lapsed' },
    offered: noLongerOffered,
  },
  /** The client has logged its user off. */
  acknowledge: { releasing: { ...toFree, audit: 'license:AcknowledgeRelease' } },
  /** The same run takes another seat of the product instead. (Another run's seat is released.) */
  leave: {
    active: { ...checkedIn, reason: 'moved', use: 'returned' },
    lapsed: { ...checkedIn, reason: 'moved', use: 'lapsed' },
  },
  /** An administrator frees the seat without waiting for its holder. A seat in use is released first. */
  'free now': {
    releasing: { ...toFreeUnanswered, audit: 'license:UnassignLicense' },
    offline: {
      to: 'free',
      columns: (details) => freedBy(releaseFrom(details)),
      audit: 'license:UnassignLicense',
      webhook: 'license.released',
      reason: 'released',
      use: 'released',
    },
  },
  /** The device takes the seat offline for some days. The use continues. */
  'check out': {
    active: { to: 'offline', columns: ({ days = 1 }) => offlineFor(days), audit: 'license:TakeLicenseOffline' },
  },
  /** A seat in offline use is returned before its end. */
  return: {
    offline: {
      ...toFree,
      audit: 'license:ReturnLicense',
      webhook: 'license.released',
      reason: 'returned',
      use: 'returned',
    },
  },
  /** The seat expired. Expiry needs no event to take effect; the sweep only records and announces it. */
  'time out': {
    active: {
      to: 'lapsed',
      columns: () => endOfUse,
      audit: 'license:LapseLease',
      announce: 'lease-changed',
      webhook: 'license.lapsed',
      use: 'lapsed',
    },
    offline: {
      ...toFree,
      audit: 'license:EndOfflineLease',
      announce: 'lease-changed',
      webhook: 'license.released',
      reason: 'offline-ended',
      use: 'lapsed',
    },
    releasing: { ...toFreeUnanswered, announce: 'lease-changed' },
  },
} as const satisfies Readonly<Record<string, Partial<Record<SeatState, Move>>>>;

export type SeatEvent = keyof typeof seatMoves;

function held({ holder }: MoveDetails): SeatColumns {
  if (!holder) throw new Error('A seat is consumed by somebody: the holder is missing.');
  return inUseBy(holder);
}

function newEnd({ holder }: MoveDetails): SeatColumns {
  return holder ? endingAfter(holder) : {};
}
