import type { Samples } from './requests.ts';

/** Texts that find nearly everything, much, little and nothing, in each kind of searched field. */
const searches = {
  'one character': 'a',
  'two characters': 'an',
  'a common trigram': 'son',
  'an uncommon name': 'ouyang',
  'one thing': 'salma.johnson4',
  'a role': 'administrator',
  'a tag': 'prepress',
  'a status': 'pending',
  'a product': 'studio',
  'in use': 'in use',
  'part of a key': 'k7q',
  'no trigram': '.',
  nothing: 'qqzzqq',
};

/** The fields of a list's reply that are used here. */
export interface ListReply {
  readonly items?: readonly {
    readonly rn: string;
    readonly on: string;
    readonly actor: string | null;
    readonly resource: string;
    readonly name?: string;
    readonly email?: string;
    readonly 'first-name'?: string;
    readonly 'last-name'?: string;
    readonly 'order-reference'?: string;
    readonly 'customer-number'?: string;
  }[];
}

/**
 * Reads values to filter an account's lists by.
 *
 * @param ask makes a GET request as provider staff
 */
export async function samplesOf(ask: (path: string) => Promise<ListReply>, account: string): Promise<Samples> {
  const items = async (path: string) => (await ask(`${path}account=${account}`)).items ?? [];
  const roles = await items('/iam/v1/admin/roles?');
  // The first tags are on many people, the last on few.
  const tags = await items('/iam/v1/admin/tags?sort=created-on&');
  const log = await items('/iam/v1/audit?limit=1000&');
  const users = await items('/iam/v1/admin/users?limit=1&');
  const pools = await items('/license/v1/admin/pools?');
  const products = (await ask('/license/v1/admin/products')).items ?? [];
  const moments = log.map(({ on }) => on);
  return {
    searches,
    filters: {
      role: roles.slice(0, 1).map(({ rn }) => rn),
      tag: [tags[0], tags.at(-1)].map((tag) => tag?.rn ?? ''),
      action: ['auth:Login', 'iam:UpdateUser', 'iam:DeleteTag'],
      resource: log.slice(0, 1).map(({ resource }) => resource),
      actor: [...new Set(log.map(({ actor }) => actor ?? ''))].slice(0, 2),
      from: ['2020-01-01T00:00:00.000Z', moments.at(-1) ?? ''],
      to: ['2020-06-01T00:00:00.000Z', moments.at(-1) ?? ''],
      product: products.slice(0, 1).map(({ rn }) => rn),
      'ending-within': ['30'],
      consumer: users.slice(0, 1).map(({ rn }) => rn),
      pool: pools.slice(0, 1).map(({ rn }) => rn),
    },
  };
}
