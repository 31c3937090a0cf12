import { type ApiClient, ApiError } from '@keyhold/client';
import { type Account, accountIdOf, calls, foldName, parseRn, resourceIdOf, type User } from '@keyhold/contract';
import { Failure } from './failure.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id in a resource name, or the text itself, which is then an id. */
export function idOf(text: string): string {
  return isRn(text) ? resourceIdOf(text) : text;
}

function isRn(text: string): boolean {
  return text.split(':').length === 5 && text.split(':').every(Boolean);
}

/**
 * The id of an account given by id, rn or name (case-insensitive).
 *
 * @throws {Failure} when no account has that name.
 */
export async function findAccountId(api: ApiClient, text: string): Promise<string> {
  if (isRn(text)) return parseRn(text).resourceType === 'account' ? resourceIdOf(text) : accountIdOf(text);
  if (uuid.test(text)) return text.toLowerCase();
  const { items } = await api.send(calls.listAccounts, { query: { search: text.slice(0, 200) } });
  const found = items.find((account) => isName(account, text));
  if (!found) throw new Failure(`There is no account called ${text}. See: keyhold accounts list`);
  return resourceIdOf(found.rn);
}

/**
 * The id of the account that an option names, or of the caller's own one.
 *
 * @throws {Failure} when no account has that name, or the own one has no users that the caller may list.
 */
export async function findOwnOrNamedAccount(api: ApiClient, text: string | undefined): Promise<string> {
  if (text !== undefined) return findAccountId(api, text);
  const [user] = (await api.send(calls.listUsers, { query: { limit: 1 } })).items;
  if (!user) throw new Failure('Specify the account with --account.');
  return accountIdOf(user.rn);
}

/** Whether an account has a name, compared as the server compares names. */
export function isName(account: Account, text: string): boolean {
  return foldName(account.name) === foldName(text);
}

/**
 * The id of a user given by id, rn or e-mail.
 *
 * @param account where to search for the e-mail, as for {@link findAccountId}; the caller's account when undefined
 * @throws {Failure} when no user there has that e-mail.
 */
export async function findUserId(api: ApiClient, text: string, account: string | undefined): Promise<string> {
  if (!text.includes('@')) return idOf(text);
  const found = (await usersLike(api, text, account)).find((user) => isEmail(user.email, text));
  if (!found) throw nobody(text, account);
  return resourceIdOf(found.rn);
}

async function usersLike(api: ApiClient, search: string, account: string | undefined): Promise<readonly User[]> {
  if (account === undefined) return (await api.send(calls.listUsers, { query: { search } })).items;
  const query = { account: await findAccountId(api, account), search };
  return (await api.send(calls.listAccountUsers, { query })).items;
}

/**
 * The id of a deleted user. Lists omit deleted users; the audit log has the latest deletion with the e-mail.
 *
 * @throws {Failure} when no user with that e-mail was deleted there.
 */
export async function findDeletedUserId(api: ApiClient, text: string, account: string | undefined): Promise<string> {
  if (!text.includes('@')) return idOf(text);
  const where = account === undefined ? {} : { account: await findAccountId(api, account) };
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof deletions>> = await deletions(api, where, cursor);
    const row = page.items.find(({ before }) => isEmail((before as { email?: unknown } | null)?.email, text));
    if (row) return resourceIdOf(row.resource);
    cursor = page['next-cursor'];
  }
  throw new Failure(
    `No user with the e-mail ${text} was deleted in this account. Specify another account with --account, or the user by id.`,
  );
}

function deletions(api: ApiClient, where: { account?: string }, cursor: string) {
  const query = { ...where, action: 'iam:DeleteUser', ...(cursor === '' ? {} : { cursor }) };
  return api.send(calls.listAudit, { query });
}

function isEmail(email: unknown, text: string): boolean {
  return typeof email === 'string' && foldEmail(email) === foldEmail(text);
}

/** The server keeps addresses in Unicode NFC. */
function foldEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

function nobody(email: string, account: string | undefined): Failure {
  const where = account === undefined ? 'your account' : account;
  const remedy = account === undefined ? ' Specify another account with --account.' : '';
  return new Failure(`No user in ${where} has the e-mail ${email}.${remedy}`);
}

/** The option that names an account other than the caller's. */
export interface InAccount {
  readonly account?: string;
}

/** The query that names an account, as for {@link findAccountId}; empty for the caller's account. */
export async function accountQueryOf(api: ApiClient, account: string | undefined): Promise<{ account?: string }> {
  return account === undefined ? {} : { account: await findAccountId(api, account) };
}

/**
 * The id of a service account given by id, rn or name (case-insensitive).
 *
 * @param account where to search for the name, as for {@link findAccountId}; the caller's account when undefined
 * @throws {Failure} when no or several service accounts there have that name.
 */
export async function findServiceAccountId(api: ApiClient, text: string, account: string | undefined): Promise<string> {
  if (isRn(text) || uuid.test(text)) return idOf(text).toLowerCase();
  const query = { ...(await accountQueryOf(api, account)), search: text.slice(0, 200) };
  const { items } = await api.send(calls.listServiceAccounts, { query });
  const [found, another] = items.filter((item) => foldName(item.name) === foldName(text));
  if (!found) {
    throw new Failure(`There is no service account called ${text}. See: keyhold service-accounts list`);
  }
  if (another) throw new Failure(`Several service accounts are called ${text}. Specify one by id.`);
  return resourceIdOf(found.rn);
}

/** The roles of an account, as for {@link findAccountId}; of the caller's account when undefined. */
export async function rolesOf(api: ApiClient, account: string | undefined) {
  if (account === undefined) return (await api.send(calls.listRoles, {})).items;
  const query = { account: await findAccountId(api, account) };
  return (await api.send(calls.listAccountRoles, { query })).items;
}

/**
 * Returns a reply, or fails with a sentence when the server answers 404.
 *
 * @throws {Failure} with the sentence.
 */
export function foundOr<Reply>(sentence: string, reply: Promise<Reply>): Promise<Reply> {
  return reply.catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 404 ? new Failure(sentence) : error;
  });
}

/** The rn of a product given by id or rn. */
export async function findProductRn(api: ApiClient, product: string): Promise<string> {
  const sentence = `There is no product ${product}. See: keyhold products list`;
  return (await foundOr(sentence, api.send(calls.getProduct, { params: { id: idOf(product) } }))).item.rn;
}
