import { callBack } from '../events/callback.ts';
/** The description of a device. */
export interface Device {
  /** The stable id of this device, by which its seat can be resumed. */
  readonly id: string;
  readonly name: string;
  readonly os: string;
  /** The user's name on the device. */
  readonly user: string;
  /** Such as `en-GB`. */
  readonly locale: string;
}

/** The request of an application for a license. */
export interface ConsumeRequest {
  /** The product: its rn, or its id such as `keyhold-studio`. */
  readonly product: string;
  /** The rn of one particular license; without it the server picks one. */
  readonly license?: string;
  readonly client: {
    readonly name: string;
    readonly version: string;
    /** When this version was released, ISO 8601; a perpetual license covers versions released in its maintenance. */
    readonly releasedOn?: string;
  };
  /** This device. Fields that are left out describe the machine, its id as by `machineId`; a web page names all. */
  readonly device?: Partial<Device>;
  /**
   * The lease ends by itself after so many seconds, 60 to 86,400, which suits short jobs: a job that hangs or crashes keeps no
   * seat. The end is reported as a release for the reason `time-over`.
   */
  readonly maxSeconds?: number;
  /** Identifies this run of the application; random when left out. */
  readonly streamId?: string;
  /** Waits in line where no seat is free; {@link ConsumeRequest.signal} leaves it. */
  readonly wait?: boolean;
  /** Takes over the user's own seat of another device, which saves first. Never that of another user. */
  readonly takeOver?: boolean;
  /** Called with the place in line: when it is taken, and with each change. */
  readonly onPlace?: (place: PlaceInLine) => void;
  /** Leaves the line, and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** How long the user has not touched the application, in milliseconds: reported with each heartbeat. */
  readonly idleMs?: () => number;
}

/** A place in line. */
export interface PlaceInLine {
  /** 1 is the next. */
  readonly place: number;
  /** How long others have waited from this place, in milliseconds (median); null where too few have. */
  readonly estimateMs: number | null;
  /**
   * Sends a message to at most three holders, and returns to how many.
   *
   * @throws {UnreachableError} when it was sent a short while ago: `retryAfterMs` is the wait.
   */
  ask(message: string): Promise<number>;
}

/** A request whose device is described. */
export type DescribedRequest = ConsumeRequest & { readonly device: Device };

/** How long the user has been away, for a heartbeat. */
export function idleOf({ idleMs }: DescribedRequest): { readonly 'idle-ms'?: number } {
  const ms = idleMs ? callBack('The function idleMs', idleMs) : undefined;
  return ms === undefined ? {} : { 'idle-ms': Math.max(0, Math.round(ms)) };
}

/** The body of a consume. */
export function bodyOf({
  product,
  license,
  client,
  device,
  streamId,
  maxSeconds,
}: DescribedRequest & { readonly streamId: string }) {
  const { releasedOn, ...named } = client;
  return {
    product,
    ...(license === undefined ? {} : { license }),
    client: { ...named, ...(releasedOn === undefined ? {} : { 'released-on': releasedOn }) },
    device,
    'stream-id': streamId,
    ...(maxSeconds === undefined ? {} : { 'max-seconds': maxSeconds }),
  };
}
