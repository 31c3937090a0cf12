import type { calls, OutputOf } from '@keyhold/contract';
import type { HttpClient } from '../bed/http-client.ts';
import { type Measured, timesOf } from './measure.ts';
import type { ListReply } from './samples.ts';

type Found = OutputOf<typeof calls.find> & { readonly errors?: readonly string[] };

const path = '/admin/v1/find';

/** A text to find, and what was measured. */
export interface MeasuredFind extends Measured {
  readonly path: string;
  readonly asked: string;
}

/** What a member of the provider's staff types: whole values, their beginnings, what nearly everything has, and nothing. */
async function textsOf(ask: (path: string) => Promise<ListReply>, account: string): Promise<Record<string, string>> {
  const first = async (list: string) => (await ask(`${list}account=${account}&limit=1`)).items?.[0];
  const user = await first('/iam/v1/admin/users?');
  const license = await first('/license/v1/admin/licenses?');
  const customer = (await ask('/admin/v1/accounts?limit=1&sort=-created-on')).items?.[0];
  if (!user || !license || !customer) throw new Error('The installation has no user, license or account to find.');
  const { email = '', 'first-name': firstName = '', 'last-name': lastName = '' } = user;
  const key = license.rn.split(':').at(-1) ?? '';
  const order = license['order-reference'] ?? '';
  return {
    'an e-mail': email,
    'the beginning of an e-mail': email.slice(0, email.indexOf('@') + 1),
    'a first and a last name': `${firstName} ${lastName}`,
    'the beginning of such a name': `${firstName} ${lastName.slice(0, 2)}`,
    'a last name': lastName,
    'a trigram of many names': 'son',
    'what every e-mail has': '.example',
    'a license key': key,
    'part of a key': key.slice(0, 5),
    'an order reference': order,
    'the beginning of all order references': 'PO-20',
    'a customer number': customer['customer-number'] ?? '',
    'the beginning of all customer numbers': 'C-1',
    'the name of an account': customer.name ?? '',
    'two characters': 'an',
    'seven words': 'a an the and son ann lee',
    nothing: 'qqzzqq',
  };
}

/** Measures how long it takes to find people, licenses and accounts anywhere. */
export async function measureFinding(
  client: HttpClient,
  token: string,
  account: string,
  times: number,
): Promise<readonly MeasuredFind[]> {
  const texts = await textsOf(async (list) => (await client.send<ListReply>('GET', list, { token })).body, account);
  const results: MeasuredFind[] = [];
  for (const [asked, q] of Object.entries(texts)) {
    if (q === '') throw new Error(`The installation has nothing for '${asked}'.`);
    const address = `${path}?${new URLSearchParams({ q })}`;
    const measured = await timesOf<Found>(
      client,
      token,
      address,
      times,
      ({ users, licenses, accounts }) => users.length + licenses.length + accounts.length,
    );
    results.push({ path, asked, ...measured });
  }
  return results;
}
