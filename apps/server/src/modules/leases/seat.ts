import type { AuditAction, WebhookEvent } from '@keyhold/contract';
import {
  freed,
  freedBy,
  freedUnanswered,
  fromText,
  type Given,
  givenUp,
  type Holder,
  heartbeatColumns,
  inUseBy,
  newEpoch,
  newLease,
  offlineFor,
  ofSession,
  releasing,
  type SeatColumns,
} from './seat-columns.ts';

/**
 * The seat of a license, as a table: its states, and what each event does to a seat in each of them. Its columns stand in
 * the license's row; nothing else writes them (`seat.test.ts`). Time is the database's.
 *
 * - `free`: anybody who may can consume it.
 * - `active`: in use until `expires-at`; each heartbeat moves that.
 * - `lapsed`: not stored. It is an `active` seat whose `expires-at` has passed: its own device resumes it, others may take it.
 * - `releasing`: taken from its holder, who is being logged off. Nobody gets it until they answer or `expires-at` passes.
 * - `offline`: checked out until `expires-at`. It cannot be recalled.
 */
export type SeatState = 'free' | 'active' | 'lapsed' | 'releasing' | 'offline';

/** Why a seat is released: a code for programs, a sentence for the person who is logged off. */
export interface Ending {
  readonly reason: string;
  readonly message: string;
}

/** What is said of a move beside its event. */
export interface Said extends Partial<Ending> {
  /** The user, device and application of a consume. */
  readonly holder?: Given<Holder>;
  /** The rn of the user who releases it; null where time does. */
  readonly by?: string | null;
  /** The session that keeps the lease alive from now on. */
  readonly session?: string;
  /** Days of offline use. */
  readonly days?: number;
}

/** The ending of a seat of which nothing more is said. */
export const plainEnding: Ending = { reason: 'released', message: 'This license was released.' };
/** The ending of a seat whose license's term is over. */
export const licenseEnded: Ending = { reason: 'license-expired', message: 'This license has expired.' };
/** The ending of a seat whose holder's session has ended. */
export const signedOut: Ending = { reason: 'session-ended', message: 'You were signed out.' };
/** The ending of a seat whose holder's right to it may be gone with a change of the license's policies. */
export const consumersChanged: Ending = {
  reason: 'consumers-changed',
  message: 'Who may use this license has changed.',
};

/** What one event does to a seat in one state. */
export interface Move {
  readonly to: SeatState;
  /** What it writes into the license's row. */
  readonly columns: (said: Said) => SeatColumns;
  /** The action of its entry in the audit log. */
  readonly audit?: AuditAction;
  /** The announcement to its client: to log the user off, or to read the state again. */
  readonly announce?: 'lease-released' | 'lease-changed';
  readonly webhook?: WebhookEvent;
  /** The reason in the webhook `license.released`, where none is given. */
  readonly reason?: string;
  /** A use of the license begins, or the current one ends so. One whose lease's time has passed ended then: it lapsed. */
  readonly use?: 'begins' | 'returned' | 'released' | 'lapsed';
}

const consumed = { to: 'active', audit: 'license:ConsumeLicense', webhook: 'license.consumed' } as const;
const taken = (said: Said): SeatColumns => ({ ...held(said), ...newEpoch, ...newLease });
const resumed = (said: Said): SeatColumns => ({ ...held(said), ...newEpoch });

const saidOf = ({ reason = plainEnding.reason, message = plainEnding.message, by = null }: Said) => ({
  reason,
  message,
  by,
});

const toFree = { to: 'free', columns: () => freed } as const;
/** The client hears of it when it asks. */
const toFreeUnanswered = { to: 'free', columns: () => freedUnanswered } as const;
const checkedIn = {
  ...toFree,
  audit: 'license:CheckInLicense',
  webhook: 'license.released',
  reason: 'checked-in',
} as const;
const released = {
  to: 'releasing',
  columns: (said: Said) => releasing(saidOf(said)),
  audit: 'license:ReleaseLicense',
  announce: 'lease-released',
  webhook: 'license.released',
} as const;

/** Event × state. An event does nothing to a seat in a state that does not stand here. */
export const seatMoves = {
  /** An eligible user takes a seat on which nobody's time is left. */
  consume: {
    free: { ...consumed, columns: taken, use: 'begins' },
    lapsed: { ...consumed, columns: taken, announce: 'lease-changed', use: 'begins' },
  },
  /** The holder consumes again on the same device, in another run of the application or after a lapse: the lease stays. */
  resume: {
    active: { ...consumed, columns: resumed, announce: 'lease-changed' },
    lapsed: { ...consumed, columns: resumed, announce: 'lease-changed', use: 'begins' },
  },
  /** The same run consumes again, as after a lost reply: lease and epoch stay. */
  repeat: { active: { to: 'active', columns: (said) => held(said) } },
  /** The client lives. Thousands a second: neither entry nor announcement, and no index holds its columns. */
  heartbeat: { active: { to: 'active', columns: () => fromText(heartbeatColumns) } },
  /** Another session of the holder keeps the lease alive, as after signing in again: the lease belongs to that one then. */
  follow: { active: { to: 'active', columns: ({ session = '' }) => ofSession(session) } },
  /** The application is closed. */
  'check in': {
    active: { ...checkedIn, use: 'returned' },
    lapsed: { ...checkedIn, use: 'lapsed' },
    releasing: checkedIn,
  },
  /** An administrator takes the seat back, or the right to it has ended: the session, the user, the tag, the account, the license. */
  release: {
    active: { ...released, use: 'released' },
    lapsed: { ...toFreeUnanswered, use: 'lapsed' },
  },
  /** The license's own term has ended. Its holder is notified even if the lease ended with it; nobody resumes the seat. */
  expire: {
    active: { ...released, use: 'released' },
    lapsed: { ...released, use: 'lapsed' },
  },
  /** The client has logged its user off. */
  acknowledge: { releasing: { ...toFree, audit: 'license:AcknowledgeRelease' } },
  /** The same run takes another seat of the product instead. (Another run's seat is released.) */
  leave: {
    active: { ...toFree, use: 'returned' },
    lapsed: { ...toFree, use: 'lapsed' },
  },
  /** An administrator gives the seat away without waiting for its holder. A seat in use is released before. */
  'free now': {
    releasing: { ...toFreeUnanswered, audit: 'license:UnassignLicense' },
    offline: {
      to: 'free',
      columns: (said) => freedBy(saidOf(said)),
      audit: 'license:UnassignLicense',
      webhook: 'license.released',
      reason: 'released',
      use: 'released',
    },
  },
  /** The device takes the seat along for some days. The use goes on. */
  'check out': {
    active: { to: 'offline', columns: ({ days = 1 }) => offlineFor(days), audit: 'license:TakeLicenseOffline' },
  },
  /** A seat in offline use is given back before its time. */
  return: {
    offline: {
      ...toFree,
      audit: 'license:ReturnLicense',
      webhook: 'license.released',
      reason: 'returned',
      use: 'returned',
    },
  },
  /** The time is over. It decided by itself who may have the seat; the sweep only writes it down and announces it. */
  'time out': {
    active: {
      to: 'lapsed',
      columns: () => givenUp,
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

function held({ holder }: Said): SeatColumns {
  if (!holder) throw new Error('A seat is consumed by somebody: the holder is missing.');
  return inUseBy(holder);
}
