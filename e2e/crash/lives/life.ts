import type { ApiClient } from '@keyhold/client';

/** One change in the life of some resources. */
export interface Step {
  /** The kind of change, for the report. */
  readonly kind: string;
  send(): Promise<unknown>;
  /** The change leaves no visible difference. */
  readonly unseen?: true;
  /** It changes several resources one by one: each is changed either completely or not at all. */
  readonly oneByOne?: true;
}

/** A sequence of changes to resources in an account that no other life uses. */
export interface Life {
  /** The account's name. */
  readonly name: string;
  readonly steps: readonly Step[];
}

/** The environment of a life. */
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
