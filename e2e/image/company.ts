import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiClient, createClient } from '@keyhold/client';
import { calls, resourceIdOf } from '@keyhold/contract';
import { TOTP } from 'otpauth';
import { apiWith, type Person } from '../fixtures/api.ts';
import type { Credential } from '../fixtures/product.ts';

const product = 'keyhold-studio';
const password = 'a lighthouse in the fog';

/**
 * Sets up the installation like an operator: the first administrator by the link in the log, a product, a customer with
 * licenses. Writes the credentials to the file that the journeys read.
 */
export async function prepare(url: string, folder: string, rootLink: string): Promise<Person> {
  // The helpers of the journeys send their calls to this address.
  process.env['KEYHOLD_E2E_URL'] = url;
  const root = await activateRoot(createClient({ baseUrl: url }), rootLink);
  const studio = { id: product, name: 'Keyhold Studio' };
  const { item } = await root.send(calls.createProduct, { body: studio });
  await root.send(calls.createApplication, { body: { ...studio, product: item.rn } });
  const customer = await addCustomer(root, item.rn);
  await writeFile(join(folder, 'demo-credentials.json'), JSON.stringify([customer]));
  return customer;
}

/** Creates an account with two licenses and an administrator who owns it. */
async function addCustomer(root: ApiClient, product: string): Promise<Credential> {
  const account = 'Acme Print';
  const { item } = await root.send(calls.createAccount, { body: { name: account, description: '' } });
  const id = resourceIdOf(item.rn);
  const email = 'grace@acme.example';
  const names = { 'first-name': 'Grace', 'last-name': 'Administrator', title: '', description: '' };
  const [user] = (await root.send(calls.createUser, { body: { email, ...names, 'account-id': id } })).resources;
  const { items: roles } = await root.send(calls.listAccountRoles, { query: { account: id } });
  const role = roles.find(({ name }) => name === 'Administrator');
  if (!user || !role) throw new Error('The new account has no user, or no role Administrator.');
  await root.send(calls.addUserRole, { params: { id: resourceIdOf(user.rn) }, body: { role: role.rn } });
  const link = { user: user.rn, sendEmail: false, validDays: 1 };
  const { activationKey } = await root.send(calls.sendActivationLink, { body: link });
  await root.send(calls.activate, { body: { 'activation-key': activationKey, 'new-password': password } });
  await root.send(calls.updateAccountOwner, { params: { id }, body: { owner: user.rn } });
  const terms = { type: 'Perpetual', expiry: { perpetual: true }, description: '', count: 2 } as const;
  await root.send(calls.issueLicenses, { body: { ...terms, 'account-id': id, product } });
  return { account, 'account-id': id, strategy: 'User-based', role: 'Administrator', email, password };
}

/** Activates the first administrator; a new installation requires a second factor from its administrators. */
async function activateRoot(client: ApiClient, link: string): Promise<ApiClient> {
  const key = new URL(link).searchParams.get('activation-key') ?? '';
  const body = { 'activation-key': key, 'new-password': password };
  const { challenge } = await client.send(calls.activate, { body });
  if (!challenge?.enrol) throw new Error('The first administrator was not asked for a second factor.');
  const params = { id: challenge.id };
  const { secret } = await client.send(calls.startChallengeAuthenticator, { params, body: {} });
  const code = new TOTP({ secret }).generate();
  const { token } = await client.send(calls.confirmChallengeAuthenticator, { params, body: { code } });
  return apiWith(token);
}
