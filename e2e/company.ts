import type { ApiClient } from '@keyhold/client';
import {
  type Account,
  type AddonLicense,
  type BodyInputOf,
  calls,
  type Lease,
  type License,
  type LicensingStrategy,
  type Pool,
  type Tag,
  tokenOf,
  type User,
} from '@keyhold/contract';
import { apiWith, type Person, rootApi, unique } from './api.ts';

/** A separate customer for a test, with an administrator who can sign in. */
export interface Company {
  readonly id: string;
  readonly account: Account;
  readonly administrator: Colleague;
  /** Makes calls as the administrator. */
  readonly api: ApiClient;
}

/** A user who has activated. */
export interface Colleague extends Person {
  readonly user: User;
  readonly token: string;
}

const password = 'a quiet harbour at dawn';

/** Creates a customer account that its administrator owns; a license of the shared product sets the strategy Shared. */
export async function foundCompany(strategy: LicensingStrategy, name = `Company ${unique()}`): Promise<Company> {
  const root = await rootApi();
  const id = idOf(await createAccount(name));
  if (strategy === 'Shared') await issue(id, {});
  const administrator = await engage(id, { roles: ['Administrator'] });
  const owner = administrator.user.rn;
  const { item: account } = await root.send(calls.updateAccountOwner, { params: { id }, body: { owner } });
  return { id, account, administrator, api: apiWith(administrator.token) };
}

/** Fields of a user; missing fields get generated values. */
type UserFields = Partial<BodyInputOf<typeof calls.createUser>>;

/** Creates a user who is Pending. */
export async function invite(accountId: string, fields: UserFields = {}): Promise<User> {
  const body = {
    email: `person.${unique()}@company.example`,
    'first-name': 'Pat',
    'last-name': `Person ${unique()}`,
    title: '',
    description: '',
    ...fields,
    'account-id': accountId,
  };
  const [user] = (await (await rootApi()).send(calls.createUser, { body })).resources;
  if (!user) throw new Error('The server created the user, but did not answer with it.');
  return user;
}

/** Creates a user who has activated, with roles and tags. */
export async function engage(
  accountId: string,
  { roles = [], tags = [], ...fields }: UserFields & { roles?: readonly string[]; tags?: readonly string[] } = {},
): Promise<Colleague> {
  const root = await rootApi();
  const user = await invite(accountId, fields);
  for (const role of roles) {
    await root.send(calls.addUserRole, { params: { id: idOf(user) }, body: { role: await roleRn(accountId, role) } });
  }
  for (const tag of tags) await root.send(calls.addUserTag, { params: { id: idOf(user) }, body: { tag } });
  const key = await activationKey(user.rn);
  const body = { 'activation-key': key, 'new-password': password };
  const token = tokenOf(await root.send(calls.activate, { body }));
  return { user, email: user.email, password, token };
}

/** A key with which a user sets their password; no mail is sent. */
export async function activationKey(user: string): Promise<string> {
  const body = { user, sendEmail: false, validDays: 1 };
  return (await (await rootApi()).send(calls.sendActivationLink, { body })).activationKey;
}

/** The rn of an account's role. */
async function roleRn(account: string, name: string): Promise<string> {
  const { items } = await (await rootApi()).send(calls.listAccountRoles, { query: { account } });
  const role = items.find((each) => each.name === name);
  if (!role) throw new Error(`The account has no role ${name}.`);
  return role.rn;
}

/** The terms of a license; by default a subscription of the shared product with a distant end. */
export type Terms = Partial<Omit<BodyInputOf<typeof calls.issueLicenses>, 'account-id' | 'product'>> & {
  /** The product's short name. */
  product?: string;
};

/** Perpetual licenses of a product that leaves the strategy User-based. */
export const viewer = { product: 'keyhold-viewer', type: 'Perpetual', expiry: { perpetual: true } } satisfies Terms;

/** Issues licenses to an account, a thousand per call. */
export async function issue(
  accountId: string,
  { product = 'keyhold-studio-shared', count = 1, ...terms }: Terms,
): Promise<License[]> {
  const body = {
    type: 'Subscription' as const,
    version: '26.1',
    expiry: { date: '2099-12-31' },
    description: '',
    ...terms,
    'account-id': accountId,
    product: await catalogueRn('product', product),
  };
  const root = await rootApi();
  const issued: License[] = [];
  while (issued.length < count) {
    const next = { ...body, count: Math.min(count - issued.length, 1000) };
    issued.push(...(await root.send(calls.issueLicenses, { body: next })).items);
  }
  return issued;
}

/** Issues one license to an account. */
export async function issueOne(accountId: string, terms: Terms = {}): Promise<License> {
  const [license] = await issue(accountId, terms);
  if (!license) throw new Error('The server issued no license.');
  return license;
}

/** Issues an add-on license to an account. */
export async function issueAddon(accountId: string, addon = 'colour-server'): Promise<AddonLicense> {
  const body = {
    'account-id': accountId,
    addon: await catalogueRn('addon', addon),
    type: 'Subscription' as const,
    count: 1,
  };
  const [license] = (await (await rootApi()).send(calls.issueAddonLicenses, { body })).items;
  if (!license) throw new Error('The server issued no add-on license.');
  return license;
}

/** Creates a tag in a company. */
export async function createTag({ id, api }: Company, name: string, description = ''): Promise<Tag> {
  return (await api.send(calls.createTag, { body: { name, description, 'account-id': id } })).item;
}

/** Creates a pool with one license of the shared product. */
export async function createPool({ api, id }: Company): Promise<Pool> {
  const { rn, certificate } = await issueOne(id);
  const body = { 'account-id': id, name: `Pool ${unique()}`, product: certificate.product, licenses: [rn] };
  return (await api.send(calls.createPool, { body })).item;
}

/** Creates an account that has neither users nor an owner. */
export async function createAccount(name: string, description = ''): Promise<Account> {
  return (await (await rootApi()).send(calls.createAccount, { body: { name, description } })).item;
}

/** Consumes a license for a user as an application does; they hold it until it is released or its lease ends. */
export async function consume({ token }: Pick<Colleague, 'token'>, license: License): Promise<Lease> {
  const body = { ...onDevice(license), license: license.rn };
  const { lease } = await apiWith(token).send(calls.consumeLicense, { body });
  if (!lease) throw new Error('The server answered without a lease.');
  return lease;
}

/** Waits in line for a license of the product, as an application does. */
export async function standInLine({ token }: Pick<Colleague, 'token'>, license: License): Promise<void> {
  const body = { ...onDevice(license), wait: true };
  const { waiting } = await apiWith(token).send(calls.consumeLicense, { body });
  if (!waiting) throw new Error('The server answered without a place in line.');
}

function onDevice({ certificate: { product } }: License) {
  return {
    product,
    client: { name: 'Keyhold Studio', version: '26.1.2' },
    device: { id: `device-${unique()}`, name: 'PROOF-STATION-2', os: 'Windows 11 Pro', user: 'pat', locale: 'en-GB' },
    'stream-id': unique(),
  };
}

/** The rn of a product or add-on in the provider's catalogue. */
async function catalogueRn(kind: 'product' | 'addon', id: string): Promise<string> {
  const root = await rootApi();
  const { items } = await root.send(kind === 'product' ? calls.listProducts : calls.listAddons, {});
  const found = items.find(({ rn }) => rn.endsWith(`:${id}`));
  if (!found) throw new Error(`The catalogue has no ${kind} ${id}.`);
  return found.rn;
}

/** The id in a resource's rn; for a license, its key. */
export function idOf({ rn }: { readonly rn: string }): string {
  return rn.slice(rn.lastIndexOf(':') + 1);
}
