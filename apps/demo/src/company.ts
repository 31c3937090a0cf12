import type { License, RoleName } from '@keyhold/contract';

/** An account of the demo, without ids, keys, passwords and dates. */
export interface Company {
  /** Null for the provider, which already exists and has a name. */
  readonly name: string | null;
  readonly description: string;
  readonly status: 'Pending' | 'Active' | 'Inactive';
  /** How long ago the account was created. */
  readonly daysOld: number;
  /** The domain of its users' e-mails; null for the provider, whose domain is a setting. */
  readonly domain: string | null;
  /** The mailbox of the owner, who is one of the people. */
  readonly owner: string | null;
  readonly people: readonly Person[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly licenses: readonly DemoLicense[];
  /** Add-on licenses that are not assigned to a license. */
  readonly unassigned: readonly { readonly addon: AddonName; readonly type: LicenseType }[];
}

export interface Person {
  /** The local part of the e-mail; unique in the company. */
  readonly mailbox: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly title: string;
  readonly description: string;
  readonly status: 'Pending' | 'Active' | 'Inactive';
  readonly role: RoleName | null;
  /** Names of tags. */
  readonly tags: readonly string[];
  readonly joinedDaysAgo: number;
  /** Null for a user who has never signed in. */
  readonly seenDaysAgo: number | null;
  /** The role under which the user's password is printed; null if it is not printed. */
  readonly shown: RoleName | 'User' | null;
}

type LicenseType = License['certificate']['type'];
/** Products and add-ons by the demo's short names; the catalogue has their ids. */
export type ProductName = 'studio' | 'shared' | 'proof' | 'impose' | 'viewer' | 'render';
export type AddonName = 'colour' | 'preflight' | 'variable' | 'packaging' | 'library' | 'sync';

/** One or more identical licenses. */
export interface DemoLicense {
  /** The number of licenses; 1 by default. */
  readonly count?: number;
  readonly product: ProductName;
  readonly type: LicenseType;
  readonly version: string;
  readonly expiry:
    | 'perpetual'
    /** Negative days are in the past. */
    | { readonly inDays: number }
    /** Days from the first use. */
    | { readonly period: number };
  /** `toInDays` is null if the end is unknown. */
  readonly maintenance?: { readonly fromDaysAgo: number; readonly toInDays: number | null };
  readonly suspended?: boolean;
  readonly consumers: DemoConsumers;
  readonly description?: string;
  readonly addons?: readonly AddonName[];
  readonly issuedDaysAgo: number;
  /** When it was first used, if ever. */
  readonly usedDaysAgo?: number;
  /** The example device that takes this seat. */
  readonly device?: DemoDevice;
  /** The example device that waits for this seat. */
  readonly waiting?: DemoDevice;
}

/** The consumers of a license: users by mailbox, tags by name. */
export type DemoConsumers =
  | 'never set'
  | 'No one'
  | 'Everyone'
  | { readonly user: string }
  | { readonly tags: readonly string[] }
  // Policies that the console cannot create.
  | { readonly users: readonly string[] }
  | { readonly tag: string; readonly except: string };

/** Finds the resource names of a company's users and tags. */
export interface FindRn {
  user(mailbox: string): string;
  tag(name: string): string;
}

/** An example application on a user's machine. */
interface DemoDevice {
  /** The mailbox of its user. */
  readonly person: string;
  readonly client: { readonly name: string; readonly version: string };
  readonly name: string;
  readonly os: string;
  readonly user: string;
  readonly locale: string;
}
