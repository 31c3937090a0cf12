import { setTimeout as wait } from 'node:timers/promises';
import { type ApiClient, createClient } from '@keyhold/client';
import { calls, tokenOf } from '@keyhold/contract';
import type { Surroundings } from './life.ts';

/** Calls about the resources of one account, found by name, because the reply with an id may have been lost. */
interface AccountCalls {
  create(): Promise<unknown>;
  /** The account's id, also after its deletion if the id is already cached. */
  id(): Promise<string>;
  createUser(name: string): Promise<unknown>;
  user(name: string): Promise<{ readonly id: string; readonly rn: string }>;
  email(name: string): string;
  /** Makes a user the owner: the account becomes active when they do. */
  own(name: string): Promise<unknown>;
  mailLink(name: string): Promise<unknown>;
  /** Sets a password with the key in the newest mail that has one: a mail survives a lost reply. */
  activate(name: string, password: string, subject?: 'Activate your' | 'Reset your'): Promise<unknown>;
  /** Makes calls as a user. */
  as(name: string, password: string): Promise<ApiClient>;
  licenses(): Promise<readonly { readonly id: string; readonly rn: string }[]>;
  role(): Promise<string>;
  tag(name: string): Promise<{ readonly id: string; readonly rn: string }>;
}

const named = ({ rn }: { readonly rn: string }) => ({ rn, id: rn.slice(rn.lastIndexOf(':') + 1) });

export function callsOf({ url, root }: Surroundings, name: string): AccountCalls {
  const known = new Map<string, { readonly id: string; readonly rn: string }>();
  const clients = new Map<string, ApiClient>();

  async function find(key: string, list: () => Promise<readonly { readonly rn: string }[]>) {
    const found = known.get(key) ?? (await list()).map(named)[0];
    if (!found) throw new Error(`${name} has no ${key}.`);
    known.set(key, found);
    return found;
  }

  /** Returns the key in a mail, and waits for the mail if it has not been sent yet. */
  async function mailedKey(to: string, subject: string): Promise<string> {
    for (;;) {
      const mails = (await (await fetch(`${url}/dev/mailbox.json`)).json()) as Record<
        'to' | 'subject' | 'text',
        string
      >[];
      const mail = mails.find((one) => one.to === to && one.subject.startsWith(subject));
      const [, key] = /activation-key=([\w-]+)/.exec(mail?.text ?? '') ?? [];
      if (key) return key;
      await wait(100);
    }
  }

  const email = (user: string) => `${user}@${name.toLowerCase().replaceAll(' ', '-')}.example`;
  const account: AccountCalls = {
    email,
    create: () => root.send(calls.createAccount, { body: { name, description: 'Made to be broken off.' } }),
    id: async () =>
      (
        await find('account', async () => {
          const { items } = await root.send(calls.listAccounts, { query: { search: name } });
          return items.filter((item) => item.name === name);
        })
      ).id,
    createUser: async (user) =>
      root.send(calls.createUser, {
        body: {
          email: email(user),
          'first-name': user,
          'last-name': 'Crash',
          title: '',
          description: '',
          'account-id': await account.id(),
        },
      }),
    user: (user) =>
      find(`user ${user}`, async () => {
        const query = { account: await account.id(), search: email(user) };
        return (await root.send(calls.listAccountUsers, { query })).items;
      }),
    own: async (user) =>
      root.send(calls.updateAccountOwner, {
        params: { id: await account.id() },
        body: { owner: (await account.user(user)).rn },
      }),
    mailLink: async (user) =>
      root.send(calls.sendActivationLink, {
        body: { user: (await account.user(user)).rn, sendEmail: true, validDays: 3 },
      }),
    activate: async (user, password, subject = 'Activate your') => {
      const body = { 'activation-key': await mailedKey(email(user), subject), 'new-password': password };
      await root.send(calls.activate, { body });
    },
    as: async (user, password) => {
      const open = clients.get(user);
      if (open) return open;
      const token = tokenOf(await root.send(calls.authorize, { body: { username: email(user), password } }));
      const client = createClient({ baseUrl: url, token: () => token });
      clients.set(user, client);
      return client;
    },
    licenses: async () => {
      const { items } = await root.send(calls.listAccountLicenses, { query: { account: await account.id() } });
      return items.map(named).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    },
    role: async () =>
      (
        await find('role', async () => {
          const { items } = await root.send(calls.listAccountRoles, { query: { account: await account.id() } });
          return items.filter((item) => item.name === 'Administrator');
        })
      ).rn,
    tag: (tag) =>
      find(`tag ${tag}`, async () => {
        const { items } = await root.send(calls.listAccountTags, { query: { account: await account.id() } });
        return items.filter((item) => item.name === tag);
      }),
  };
  return account;
}
