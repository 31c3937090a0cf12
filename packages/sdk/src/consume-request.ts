/** What an application says when it wants a license. */
export interface ConsumeRequest {
  /** The rn of the product. */
  readonly product: string;
  /** The rn of one particular license; without it the server picks one. */
  readonly license?: string;
  readonly client: {
    readonly name: string;
    readonly version: string;
    /** When this version was released, ISO 8601; a perpetual license covers what was released within its maintenance. */
    readonly releasedOn?: string;
  };
  readonly device: {
    /** Stays the same for this device, so that its seat can be resumed. */
    readonly id: string;
    readonly name: string;
    readonly os: string;
    /** The user's name on the device. */
    readonly user: string;
    /** Such as `en-GB`. */
    readonly locale: string;
  };
  /** Names this run of the application; a random one when left out. */
  readonly streamId?: string;
}
