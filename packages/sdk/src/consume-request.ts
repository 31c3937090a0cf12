/** The request of an application for a license. */
export interface ConsumeRequest {
  /** The rn of the product. */
  readonly product: string;
  /** The rn of one particular license; without it the server picks one. */
  readonly license?: string;
  readonly client: {
    readonly name: string;
    readonly version: string;
    /** When this version was released, ISO 8601; a perpetual license covers versions released in its maintenance. */
    readonly releasedOn?: string;
  };
  readonly device: {
    /** The stable id of this device, by which its seat can be resumed. */
    readonly id: string;
    readonly name: string;
    readonly os: string;
    /** The user's name on the device. */
    readonly user: string;
    /** Such as `en-GB`. */
    readonly locale: string;
  };
  /** Identifies this run of the application; random when left out. */
  readonly streamId?: string;
}
