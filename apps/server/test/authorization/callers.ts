import { inTransaction } from '../../src/db/database.ts';
import type { Person, TestApp } from '../app.ts';

/** Whether a user's policies allow an action in their own account, by the fixed rules, not by the server's code. */
type Permission = (action: string) => boolean;

/** The caller of a call: a kind of user, their account, and their permissions by the fixed rules. */
export interface Caller {
  readonly name: string;
  readonly person: Person;
  readonly may: Permission;
  /** Provider staff with adm:ListAccounts act in every account, each action by its own permission. */
  readonly crosses: boolean;
  /** Creates another user of the same kind, for calls that only the subject itself can make. */
  another(): Promise<Person>;
}

const nothing: Permission = () => false;
/** Actions reserved for the provider, even where a user administers an account. */
const providerLicensing = [
  'license:IssueLicense',
  'license:VoidLicense',
  'license:UpdateLicenseStatus',
  'license:UpdateLicenseTerms',
  'license:UpdateLicense',
];
const administrator: Permission = (action) =>
  action.startsWith('iam:') || (action.startsWith('license:') && !providerLicensing.includes(action));
const accountAdministrator: Permission = (action) =>
  administrator(action) || action === 'adm:ListAccounts' || action === 'adm:GetAccount';
const everything: Permission = () => true;

interface Kind {
  readonly name: string;
  readonly account: 'provider' | 'acme' | 'birch';
  readonly role: string | null;
  readonly may: Permission;
  readonly crosses: boolean;
  /** A policy of the user's own, in addition to those of the role. */
  readonly policy?: { readonly effect: 'Allow' | 'Deny'; readonly action: string };
}

const kinds: readonly Kind[] = [
  { name: 'an ordinary user', account: 'acme', role: null, may: nothing, crosses: false },
  { name: 'an ordinary user elsewhere', account: 'birch', role: null, may: nothing, crosses: false },
  { name: 'an ordinary user of the provider', account: 'provider', role: null, may: nothing, crosses: false },
  { name: 'an Administrator', account: 'acme', role: 'Administrator', may: administrator, crosses: false },
  { name: 'an Administrator elsewhere', account: 'birch', role: 'Administrator', may: administrator, crosses: false },
  {
    name: 'an Account Administrator of a customer',
    account: 'acme',
    role: 'Account Administrator',
    may: administrator,
    crosses: false,
  },
  {
    name: 'an Administrator who is denied iam:*',
    account: 'acme',
    role: 'Administrator',
    may: (action) => administrator(action) && !action.startsWith('iam:'),
    crosses: false,
    policy: { effect: 'Deny', action: 'iam:*' },
  },
  {
    name: 'an Administrator of the provider account',
    account: 'provider',
    role: 'Administrator',
    // In the provider account, resetting factors requires at least an Account Administrator.
    may: (action) => administrator(action) && action !== 'iam:ResetFactors',
    crosses: false,
  },
  {
    name: 'provider staff who may only list accounts',
    account: 'provider',
    role: null,
    may: (action) => action === 'adm:ListAccounts',
    crosses: true,
    policy: { effect: 'Allow', action: 'adm:ListAccounts' },
  },
  {
    name: 'an Account Administrator',
    account: 'provider',
    role: 'Account Administrator',
    may: accountAdministrator,
    crosses: true,
  },
  { name: 'a System Administrator', account: 'provider', role: 'System Administrator', may: everything, crosses: true },
  { name: 'a Root Administrator', account: 'provider', role: 'Root Administrator', may: everything, crosses: true },
];

/** Creates and signs in a user of each kind. */
export async function createCallers(test: TestApp): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const kind of kinds) {
    const create = () => createPerson(test, kind);
    callers.push({ ...kind, person: await create(), another: create });
  }
  return callers;
}

let created = 0;

async function createPerson(test: TestApp, kind: Kind): Promise<Person> {
  created += 1;
  const person = await test.createPerson(test.accounts[kind.account], `Caller${created}`, kind.role);
  const { policy } = kind;
  if (policy) {
    const statement = {
      actions: [policy.action],
      effect: policy.effect,
      principals: [],
      conditions: [],
      resources: ['*'],
    };
    await inTransaction(test.services.db, 'every account', (tx) =>
      tx
        .updateTable('users')
        .set({ policies: JSON.stringify([{ name: 'Own', statements: [statement] }]) })
        .where('id', '=', person.id)
        .execute(),
    );
  }
  return person;
}
