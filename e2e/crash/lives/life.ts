import type { ApiClient } from '@keyhold/client';

/** One change in the life of some things. */
export interface Step {
  /** What kind of change it is, for the report. */
  readonly kind: string;
  send(): Promise<unknown>;
  /** Its change leaves no visible difference. */
  readonly unseen?: true;
  /** It changes one thing after the other: those it came to are changed wholly, the others not at all. */
  readonly oneByOne?: true;
}

/** Changes that follow each other, of things in an account that is nobody else's. */
export interface Life {
  /** The account's name. */
  readonly name: string;
  readonly steps: readonly Step[];
}

/** What a life is lived with. */
export interface Surroundings {
  readonly url: string;
  /** Makes calls as the provider's root administrator. */
  readonly root: ApiClient;
  /** The rn of the product whose licenses are used, and of an add-on. */
  readonly product: string;
  readonly addon: string;
  /** A webhook's address. */
  readonly receiver: string;
  /** The folder of the server's database. */
  readonly database: string;
}

/** Begins a life in an account of this name. */
export type BeginLife = (surroundings: Surroundings, name: string) => Life;
