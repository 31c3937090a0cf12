import type { LeaseStanding } from '@keyhold/sdk';

/** The options of an application with the SDK. */
export interface ApplicationOptions {
  readonly url: string;
  readonly token: string;
  /** The rn of the product. */
  readonly product: string;
  /** The rn of one license, or null to have the server pick. */
  readonly license: string | null;
  readonly device: string;
  /** The approximate time after which it releases its seat and requests another, in milliseconds; null: never. */
  readonly useMs: number | null;
  /** The longest time that logging off its user takes, in milliseconds. */
  readonly logOffMs: number;
}

/** A call about a lease and its reply, as they left and reached the process; times on the machine's clock. */
export interface Exchange {
  readonly kind: 'exchange';
  /** `leave`: the lease is given back, or its release is acknowledged. */
  readonly call: 'consume' | 'heartbeat' | 'leave';
  /** The id of the lease that the call was about; empty for a consume. */
  readonly asked: string;
  readonly sentAt: number;
  readonly readAt: number;
  readonly status: number;
  readonly code: string | null;
  readonly lease: {
    readonly id: string;
    readonly epoch: number;
    readonly license: string;
    readonly 'expires-in-ms': number;
  } | null;
}

/** A seat in use: at both times, and at every check between them, the SDK reported that the application may work. */
export interface Use {
  readonly kind: 'using';
  readonly lease: string;
  readonly license: string;
  readonly epoch: number;
  readonly from: number;
  readonly to: number;
}

export type FromApplication =
  | Exchange
  | Use
  /** A lease is about to be given back. */
  | { readonly kind: 'leaving'; readonly asked: string; readonly sentAt: number }
  | { readonly kind: 'holding'; readonly license: string }
  | { readonly kind: 'staring'; readonly entitled: boolean }
  /** The first check after the process was stopped. */
  | {
      readonly kind: 'woke';
      readonly at: number;
      readonly stoppedFor: number;
      readonly entitled: boolean;
      readonly standing: LeaseStanding;
    }
  | { readonly kind: 'released'; readonly at: number; readonly reason: string }
  | { readonly kind: 'refused'; readonly code: string };

/** `stare`: check, and do nothing else, until the process was stopped and resumed. */
export type ToApplication = 'stare';
