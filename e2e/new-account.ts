import type { ApiClient } from '@keyhold/client';
import { calls, type License, resourceIdOf, tokenOf, type User } from '@keyhold/contract';
import { apiWith, rootApi } from './api.ts';

/** A customer's account that one test created for itself, with its administrator. */
export interface NewAccount {
  readonly id: string;
  readonly name: string;
  /** Signs in to the console. */
  readonly administrator: { readonly email: string; readonly password: string; readonly rn: string };
  /** Makes calls as the administrator. */
  readonly client: ApiClient;
  /** Makes calls as the provider's root administrator. */
  readonly root: ApiClient;
}

let made = 0;

/** Returns a text that no other test uses. */
export function unique(word: string): string {
  made += 1;
  return `${word} ${process.pid}-${Date.now().toString(36)}-${made}`;
}

/** Creates an active account with an administrator who owns it. */
export async function newAccount(): Promise<NewAccount> {
  return newAccountBy(await rootApi());
}

/** Creates an active account as a signed-in root administrator. */
export async function newAccountBy(root: ApiClient): Promise<NewAccount> {
  const name = unique('Account');
  const { item } = await root.send(calls.createAccount, { body: { name, description: '' } });
  const id = resourceIdOf(item.rn);
  const person = await newPerson(root, id, 'Grace', 'Administrator');
  const { items: roles } = await root.send(calls.listAccountRoles, { query: { account: id } });
  const role = roles.find((each) => each.name === 'Administrator');
  if (!role) throw new Error('The new account has no role Administrator.');
  await root.send(calls.addUserRole, { params: { id: resourceIdOf(person.rn) }, body: { role: role.rn } });
  const administrator = await activate(root, person);
  await root.send(calls.updateAccountOwner, { params: { id }, body: { owner: person.rn } });
  return { id, name, administrator, client: apiWith(administrator.token), root };
}

/** The product whose licenses give an account the strategy Shared. */
export const sharedProduct = 'keyhold-studio-shared';

interface Issue {
  readonly product?: string;
  readonly description?: string;
  readonly count?: number;
}

/** Issues perpetual licenses to the account, a thousand per call. */
export async function issue(
  { id, root }: NewAccount,
  { product = 'keyhold-viewer', description = '', count = 1 }: Issue,
): Promise<License[]> {
  const { items: products } = await root.send(calls.listProducts, {});
  const rn = products.find((each) => resourceIdOf(each.rn) === product)?.rn ?? '';
  const issued: License[] = [];
  while (issued.length < count) {
    const body = {
      'account-id': id,
      product: rn,
      type: 'Perpetual',
      expiry: { perpetual: true },
      description,
    } as const;
    const { items } = await root.send(calls.issueLicenses, {
      body: { ...body, count: Math.min(count - issued.length, 1000) },
    });
    issued.push(...items);
  }
  return issued;
}

/** Creates a user, who has no password yet. */
export async function newPerson(client: ApiClient, accountId: string, first: string, last: string): Promise<User> {
  const email = `${first}.${unique(last).replaceAll(' ', '.')}@features.example`.toLowerCase();
  const { resources } = await client.send(calls.createUser, {
    body: { email, 'first-name': first, 'last-name': last, title: '', description: '', 'account-id': accountId },
  });
  const [user] = resources;
  if (!user) throw new Error('The new user was not answered.');
  return user;
}

/** Sets a user's password by their activation link, and returns it with the token of the new session. */
export async function activate(client: ApiClient, { rn, email }: User) {
  const link = await client.send(calls.sendActivationLink, { body: { user: rn, sendEmail: false, validDays: 1 } });
  const password = 'a lighthouse in the fog';
  const body = { 'activation-key': link.activationKey, 'new-password': password };
  const token = tokenOf(await client.send(calls.activate, { body }));
  return { rn, email, password, token };
}
