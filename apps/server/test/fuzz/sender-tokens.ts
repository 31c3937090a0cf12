import { inTransaction } from '../../src/db/database.ts';
import type { Person, TestApp } from '../app.ts';
import type { Sender } from './request-of.ts';

type Known = Exclude<Sender, 'nobody' | 'garbage'>;

const homes: Readonly<Record<Known, readonly [home: 'provider' | 'acme' | 'birch', role: string | null]>> = {
  root: ['provider', 'Root Administrator'],
  system: ['provider', 'System Administrator'],
  accountAdmin: ['provider', 'Account Administrator'],
  providerAdmin: ['provider', 'Administrator'],
  acmeAdmin: ['acme', 'Administrator'],
  acmeUser: ['acme', null],
  birchAdmin: ['birch', 'Administrator'],
  birchUser: ['birch', null],
};

/** The senders of requests. Requests may delete users and accounts: a deleted one is replaced. */
export function createSenders(test: TestApp) {
  const accounts: Record<'provider' | 'acme' | 'birch', string> = { ...test.accounts };
  const people: Record<Known, Person> = { ...test.people };
  let replaced = 0;

  async function hasEnded(account: string): Promise<boolean> {
    const found = await inTransaction(test.services.db, 'every account', (tx) =>
      tx.selectFrom('accounts').select(['status', 'deleted-on']).where('id', '=', account).executeTakeFirst(),
    );
    return !found || found['deleted-on'] !== null || found.status === 'Inactive';
  }

  async function replace(sender: Known): Promise<void> {
    const [home, role] = homes[sender];
    replaced += 1;
    if (await hasEnded(accounts[home])) accounts[home] = await test.createAccount(`Replaced ${replaced}`);
    people[sender] = await test.createPerson(accounts[home], `Sender${replaced}`, role);
  }

  return {
    people: () => Object.values(people),
    accounts: () => Object.values(accounts),
    /** The user behind a sender, in an active account; an ordinary user for unauthenticated senders. */
    async person(sender: Sender): Promise<Person> {
      const known = sender === 'nobody' || sender === 'garbage' ? 'acmeUser' : sender;
      if (await hasEnded(people[known].accountId)) await replace(known);
      return people[known];
    },
    authorization(sender: Sender): string | null {
      if (sender === 'nobody') return null;
      return sender === 'garbage' ? 'Bearer garbage' : `Bearer ${people[sender].token}`;
    },
    /** Replaces a sender whose session has ended with a similar one. */
    async replace(sender: Sender): Promise<void> {
      if (sender === 'nobody' || sender === 'garbage') return;
      await replace(sender);
    },
  };
}
