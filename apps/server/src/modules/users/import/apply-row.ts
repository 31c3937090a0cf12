import { type ImportItem, permits } from '@keyhold/contract';
import type { Actor } from '../../../access/actor.ts';
import { requireManager } from '../../../access/managed.ts';
import type { Transaction } from '../../../db/database.ts';
import { storedEmail } from '../../../email-address.ts';
import type { Input } from '../../../http/input.ts';
import { rnOf } from '../../../installation.ts';
import { conflict, ProblemError } from '../../../problem.ts';
import type { UserRow } from '../../../records/resources.ts';
import { findUser, lockUser } from '../../../records/users.sql.ts';
import { inviteUser } from '../../auth/links/activation-link.ts';
import { giveLicense, planGift, productNamed } from '../../licenses/issue/give-license.ts';
import { insertTag } from '../../tags/tags.ts';
import { addUserRole, addUserTag, removeUserRole, removeUserTag } from '../user-roles-and-tags.ts';
import { changeTexts, insertUsers, updateUserStatus } from '../users.ts';
import type { KnownPeople } from './known-people.ts';
import { type AssignmentChange, type Changes, changesOf, fieldsOf, type Values } from './plan-row.ts';

/** The choices of an import. */
export type Choices = Pick<Input<'importUsers'>['body'], 'mode' | 'update' | 'invite' | 'valid-days'>;

/** A row to import, and what the import knows. */
export interface RowWork {
  readonly values: Values;
  readonly known: KnownPeople;
  /** The id of the user, if the account has them. */
  readonly existing: string | undefined;
  readonly choices: Choices;
  /** The keys of the licenses that a check has picked for earlier rows; those of this row are added. */
  readonly picked: Set<string>;
}

/** What was done with a row. */
export type Done = Pick<ImportItem, 'outcome' | 'user' | 'changes'>;

/**
 * Creates or changes the users of rows of one account, in order: first those to be created, by one statement.
 *
 * @throws {ProblemError} when a row is refused; its first problem names the cell
 */
export async function applyRows(tx: Transaction, actor: Actor, rows: readonly RowWork[]): Promise<Done[]> {
  const created = await createUsers(tx, actor, rows);
  const done: Done[] = [];
  for (const work of rows) {
    const rn = created.get(storedEmail(work.values.email));
    done.push(
      await (work.existing === undefined && rn !== undefined
        ? completeByRow(tx, actor, work, rn)
        : changeByRow(tx, actor, work)),
    );
  }
  return done;
}

async function changeByRow(tx: Transaction, actor: Actor, work: RowWork): Promise<Done> {
  const { known, choices } = work;
  const user = await findUser(tx, actor, work.existing ?? '', { lock: true });
  const changes = changesOf(user, work.values, known);
  const rn = rnOf(actor.installation, known.account, 'user', user.id);
  const fields = fieldsOf(changes, false);
  if (fields.length > 0) requireChangeable(actor, user, choices);
  await changeUserByRow(tx, actor, user, changes, known);
  if (await giveByRow(tx, actor, work, { id: user.id, status: changes.status ?? user.status })) {
    requireChangeable(actor, user, choices);
    fields.push('licenses');
  }
  return { outcome: fields.length > 0 ? 'update' : 'unchanged', user: rn, changes: fields };
}

/** @throws {ProblemError} 409 for a user of a directory, and for one who is not to be updated */
export function requireChangeable(actor: Actor, user: UserRow, { update }: Choices): void {
  requireManager(actor, user, 'user');
  if (!update) throw conflict('email-taken', 'This email already exists.', 'email');
}

/** Creates the users of rows without one, and returns their rns by e-mail. */
async function createUsers(tx: Transaction, actor: Actor, rows: readonly RowWork[]): Promise<Map<string, string>> {
  const created = new Map<string, string>();
  const [first] = rows;
  if (!first) return created;
  const { account } = first.known;
  const people = rows
    .filter(({ existing }) => existing === undefined)
    .map(({ values }) => ({
      'account-id': account,
      email: values.email,
      'first-name': values['first-name'] ?? '',
      'last-name': values['last-name'] ?? '',
      title: values.title ?? '',
      description: values.description ?? '',
    }));
  for (const { email, rn } of await insertUsers(tx, actor, account, people)) created.set(email, rn);
  return created;
}

/** Gives a user who was created for a row what else the row has. */
async function completeByRow(tx: Transaction, actor: Actor, work: RowWork, rn: string): Promise<Done> {
  const { values, known, choices } = work;
  const changes = changesOf(null, values, known);
  const id = idOf(rn);
  if (changes.status !== null || changes.roles || changes.tags) {
    await changeUserByRow(tx, actor, await findUser(tx, actor, id), { ...changes, texts: {} }, known);
  }
  const given = await giveByRow(tx, actor, work, { id, status: changes.status ?? 'Pending' });
  if (choices.invite && changes.status === null) {
    requireRight(actor, 'iam:SendActivationLink');
    await inviteUser(tx, actor, await findUser(tx, actor, id), choices['valid-days']);
  }
  return { outcome: 'create', user: rn, changes: [...fieldsOf(changes, true), ...(given ? ['licenses'] : [])] };
}

async function changeUserByRow(
  tx: Transaction,
  actor: Actor,
  user: UserRow,
  { texts, status, roles, tags }: Changes,
  known: KnownPeople,
): Promise<void> {
  const [field] = Object.keys(texts);
  if (field !== undefined) {
    requireRight(actor, 'iam:UpdateUser', field);
    const locked = await lockUser(tx, actor, user.id);
    await changeTexts(tx, actor, locked, { ...texts, email: user.email });
  }
  if (status !== null) {
    requireRight(actor, 'iam:UpdateUserStatus', 'status');
    await inCell('status', () => updateUserStatus(tx, actor, input({ id: user.id }, { status })));
  }
  if (roles) await inCell('roles', () => changeRoles(tx, actor, user, roles));
  if (tags) await inCell('tags', () => changeTags(tx, actor, user, tags, known));
}

async function changeRoles(
  tx: Transaction,
  actor: Actor,
  user: UserRow,
  { add, remove }: AssignmentChange,
): Promise<void> {
  if (add.length > 0) requireRight(actor, 'iam:AddUserRole');
  if (remove.length > 0) requireRight(actor, 'iam:RemoveUserRole');
  for (const id of add) {
    const role = rnOf(actor.installation, user['account-id'], 'role', id);
    await addUserRole(tx, actor, input({ id: user.id }, { role }));
  }
  for (const roleId of remove) await removeUserRole(tx, actor, input({ id: user.id, roleId }, undefined));
}

async function changeTags(
  tx: Transaction,
  actor: Actor,
  user: UserRow,
  { add, remove, create }: AssignmentChange,
  { account }: KnownPeople,
): Promise<void> {
  if (add.length + create.length > 0) requireRight(actor, 'iam:AddUserTag');
  if (remove.length > 0) requireRight(actor, 'iam:RemoveUserTag');
  const added = add.map((id) => rnOf(actor.installation, account, 'tag', id));
  for (const name of create) {
    added.push((await insertTag(tx, actor, { name, description: '', 'account-id': account })).rn);
  }
  for (const tag of added) await addUserTag(tx, actor, input({ id: user.id }, { tag }));
  for (const tagId of remove) await removeUserTag(tx, actor, input({ id: user.id, tagId }, undefined));
}

/**
 * Gives the user the licenses of a row that they do not have; a check picks them only.
 *
 * @returns whether any was given
 */
async function giveByRow(
  tx: Transaction,
  actor: Actor,
  { values, known: { account }, choices, picked }: RowWork,
  { id, status }: { readonly id: string; readonly status: string },
): Promise<boolean> {
  const products = new Set<string>();
  for (const name of values.licenses ?? []) products.add(await productNamed(tx, actor, name, 'licenses'));
  let given = false;
  for (const product of products) {
    const receiver = { account, product, user: id, status };
    const { outcome } = await (choices.mode === 'apply'
      ? giveLicense(tx, actor, receiver)
      : planGift(tx, actor, receiver, picked));
    if (outcome === 'none-left') throw conflict('none-left', `No license of ${product} is left to give.`, 'licenses');
    if (outcome === 'inactive') {
      throw conflict('user-inactive', 'This user is inactive. Set them to Active first.', 'licenses');
    }
    if (outcome === 'given') requireRight(actor, 'license:SetLicensePolicies', 'licenses');
    given ||= outcome === 'given';
  }
  return given;
}

/** Requires the permission for a change, naming the cell that needs it. */
function requireRight(actor: Actor, action: string, path?: string): void {
  if (permits(actor.policies, action)) return;
  const message = "You don't have authorization for this action.";
  throw new ProblemError(403, [
    path === undefined ? { code: 'forbidden', message } : { code: 'forbidden', path, message },
  ]);
}

/** Executes the change of a cell, whose problems are then those of the cell. */
async function inCell(path: string, change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const [first, ...others] = error.problems.map((problem) => ({ ...problem, path }));
    throw first ? new ProblemError(error.status, [first, ...others]) : error;
  }
}

function idOf(rn: string): string {
  return rn.slice(rn.lastIndexOf(':') + 1);
}

/** The input of the operation for a single user. */
function input<Params, Body>(params: Params, body: Body) {
  return { params, body, query: {}, ifMatch: undefined };
}
