import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiClient, createClient } from '@keyhold/client';
import { calls } from '@keyhold/contract';
import { TOTP } from 'otpauth';
import { apiWith, type Person } from '../api.ts';
import { issue, newAccountBy } from '../new-account.ts';
import type { Credential } from '../product.ts';

const product = 'keyhold-studio';

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
  const customer = await newAccountBy(root);
  await issue(customer, { product, count: 2 });
  const { email, password } = customer.administrator;
  const person = {
    account: customer.name,
    'account-id': customer.id,
    strategy: 'User-based',
    email,
    password,
  } as const;
  const people: Credential[] = [{ ...person, role: 'Administrator' }];
  await writeFile(join(folder, 'demo-credentials.json'), JSON.stringify(people));
  return { email, password };
}

/** Activates the first administrator; a new installation requires a second factor from its administrators. */
async function activateRoot(client: ApiClient, link: string): Promise<ApiClient> {
  const key = new URL(link).searchParams.get('activation-key') ?? '';
  const body = { 'activation-key': key, 'new-password': 'a lighthouse in the fog' };
  const { challenge } = await client.send(calls.activate, { body });
  if (!challenge?.enrol) throw new Error('The first administrator was not asked for a second factor.');
  const params = { id: challenge.id };
  const { secret } = await client.send(calls.startChallengeAuthenticator, { params, body: {} });
  const code = new TOTP({ secret }).generate();
  const { token } = await client.send(calls.confirmChallengeAuthenticator, { params, body: { code } });
  return apiWith(token);
}
