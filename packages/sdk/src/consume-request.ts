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
}

/** A request whose device is described. */
export type DescribedRequest = ConsumeRequest & { readonly device: Device };
