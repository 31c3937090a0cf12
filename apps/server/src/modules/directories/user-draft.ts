import { emailSchema, firstNameSchema, lastNameSchema, resources } from '@keyhold/contract';
import { storedEmail } from '../../email-address.ts';
import { type Comparison, type Filter, parsePath } from './scim/filter/parse-filter.ts';
import type { Step } from './scim/patch.ts';
import { booleanOf, externalIdOf, fieldsOf, listOf, read } from './scim/scim-body.ts';
import { passedOver } from './scim/scim-bounds.ts';
import { scimInvalid } from './scim/scim-problem.ts';

/** The state of a user that a directory requests, validated. Undefined means unchanged. */
interface WantedUser {
  readonly email: string;
  readonly 'first-name': string;
  readonly 'last-name': string;
  readonly title: string;
  readonly 'external-id': string | null | undefined;
  readonly active: boolean | undefined;
}

interface Email {
  readonly value: unknown;
  readonly type?: unknown;
  readonly primary?: unknown;
}

/** A user while a request is read, with values as sent. */
interface Draft {
  userName?: unknown;
  emails?: readonly Email[];
  externalId?: unknown;
  active?: unknown;
  title?: unknown;
  displayName?: unknown;
  formatted?: unknown;
  givenName?: unknown;
  familyName?: unknown;
}

/** The current values of a user that a directory may change. */
interface CurrentUser {
  readonly email: string;
  readonly 'first-name': string;
  readonly 'last-name': string;
  readonly title: string;
}

const readOnly: ReadonlySet<string> = new Set(['id', 'meta', 'groups']);

/**
 * The state of a user after steps, which start from nothing (a creation, or a whole replacement) or from the current
 * user.
 *
 * @param current the user, if there is one
 * @param whole whether attributes that the steps do not name are cleared
 * @throws {ProblemError} 400
 */
export function userAfter(steps: readonly Step[], current: CurrentUser | null, whole: boolean): WantedUser {
  const draft: Draft = {};
  if (current && !whole) {
    draft.title = current.title;
    draft.givenName = current['first-name'];
    draft.familyName = current['last-name'];
  }
  // A request with either userName or emails changes the address; when it has both, userName counts.
  if (current) draft.emails = [{ value: current.email, type: 'work', primary: true }];
  for (const step of steps) apply(draft, step);
  if (whole && draft.userName === undefined) throw scimInvalid('invalidValue', 'userName is missing.');
  return check(draft, current);
}

function apply(draft: Draft, step: Step): void {
  const { attribute, op, value } = step;
  const given = op === 'remove' ? undefined : (value ?? undefined);
  switch (attribute) {
    case 'username':
      requirePlain(step);
      if (op === 'remove') throw scimInvalid('mutability', 'A user always has a userName.');
      if (given === undefined) throw scimInvalid('invalidValue', 'userName is missing.');
      draft.userName = given;
      return;
    case 'externalid':
      requirePlain(step);
      draft.externalId = given ?? null;
      return;
    case 'active':
      requirePlain(step);
      draft.active = given;
      return;
    case 'title':
      requirePlain(step);
      draft.title = given;
      return;
    case 'displayname':
      requirePlain(step);
      draft.displayName = given;
      return;
    case 'name':
      applyName(draft, step, given);
      return;
    case 'emails':
      draft.emails = emailsAfter(draft.emails ?? [], step);
      return;
  }
  if (passedOver.has(attribute) || attribute.startsWith('urn:')) return;
  if (!readOnly.has(attribute)) throw scimInvalid(step.keyword, `A user has no attribute ${attribute.slice(0, 100)}.`);
  if (step.named) throw scimInvalid('mutability', `${attribute} is read only.`);
}

/** @throws {ProblemError} 400 when a step is about a part of an attribute that has none */
export function requirePlain({ attribute, among, sub, keyword }: Step): void {
  if (among || sub !== null) throw scimInvalid(keyword, `${attribute} has no parts.`);
}

const nameParts: Readonly<Record<string, 'givenName' | 'familyName' | 'formatted'>> = {
  givenname: 'givenName',
  familyname: 'familyName',
  formatted: 'formatted',
};
const passedOverNames: ReadonlySet<string> = new Set(['middlename', 'honorificprefix', 'honorificsuffix']);

function applyName(draft: Draft, { among, sub, op, keyword }: Step, given: unknown): void {
  if (among) throw scimInvalid(keyword, 'name has one value only.');
  if (sub !== null) {
    setName(draft, sub, given, keyword);
    return;
  }
  if (op === 'remove' || given === undefined) {
    for (const part of Object.values(nameParts)) draft[part] = undefined;
    return;
  }
  for (const [part, value] of fieldsOf(given, 'name')) setName(draft, part, value ?? undefined, keyword);
}

function setName(draft: Draft, sub: string, value: unknown, keyword: Step['keyword']): void {
  const part = Object.hasOwn(nameParts, sub) ? nameParts[sub] : undefined;
  if (part) draft[part] = value;
  else if (!passedOverNames.has(sub)) throw scimInvalid(keyword, `A name has no part ${sub.slice(0, 100)}.`);
}

/** Maximum number of addresses in a request. */
const maxEmails = 100;

function emailsAfter(emails: readonly Email[], { op, among, sub, value, keyword }: Step): readonly Email[] {
  if (sub !== null && !['value', 'type', 'primary', 'display'].includes(sub)) {
    throw scimInvalid(keyword, `An email has no part ${sub.slice(0, 100)}.`);
  }
  const meant = emails.map((email) => !among || matches(among, email));
  if (op === 'remove') {
    if (sub === null) return emails.filter((_, index) => !meant[index]);
    return emails.map((email, index) => (meant[index] ? { ...email, [sub]: undefined } : email));
  }
  if (!among && sub === null) {
    const given = listOf(value).map(emailOf);
    if (given.length > maxEmails) throw scimInvalid('tooMany', `A user has at most ${maxEmails} emails.`);
    return op === 'replace' ? given : [...given, ...emails].slice(0, maxEmails);
  }
  const change = sub === null ? emailOf(value) : { [sub]: value };
  if (meant.some(Boolean)) return emails.map((email, index) => (meant[index] ? { ...email, ...change } : email));
  // Entra ID adds and replaces addresses of a type that the user does not have. They are accepted, but not stored; any
  // other missing address is no target (RFC 7644, section 3.5.2.3).
  const added: Email = { value: undefined, ...(among ? equalities(among) : {}), ...change };
  if (op === 'replace' && among && added.type === undefined) {
    throw scimInvalid('noTarget', 'The user has no such email.');
  }
  return [...emails, added];
}

function emailOf(value: unknown): Email {
  if (typeof value === 'string') return { value, type: 'work' };
  const fields = fieldsOf(value, 'An email');
  return { value: fields.get('value'), type: fields.get('type'), primary: fields.get('primary') };
}

/** Whether a filter matches an address. */
function matches(filter: Filter, email: Email): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matches(part, email));
    case 'or':
      return filter.parts.some((part) => matches(part, email));
    case 'not':
      return !matches(filter.part, email);
    case 'compare':
      return compare(filter.by, fold(email[emailPart(filter.path)]), fold(filter.value));
    case 'present':
      return email[emailPart(filter.path)] !== undefined;
  }
  throw scimInvalid('invalidFilter', 'Emails have no values that are lists.');
}

function compare(by: Comparison, mine: string, value: string): boolean {
  switch (by) {
    case 'eq':
      return mine === value;
    case 'ne':
      return mine !== value;
    case 'co':
      return mine.includes(value);
    case 'sw':
      return mine.startsWith(value);
    case 'ew':
      return mine.endsWith(value);
    default:
      throw scimInvalid('invalidFilter', `Emails are not found by ${by}.`);
  }
}

/** The values that a filter requires of an address. */
function equalities(filter: Filter): Partial<Record<keyof Email, unknown>> {
  if (filter.kind === 'compare' && filter.by === 'eq') return { [emailPart(filter.path)]: filter.value };
  return filter.kind === 'and' ? Object.assign({}, ...filter.parts.map(equalities)) : {};
}

function emailPart(path: string): keyof Email {
  const { attribute, sub } = parsePath(path);
  const part = attribute === 'emails' ? sub : attribute;
  if (part === 'value' || part === 'type' || part === 'primary') return part;
  throw scimInvalid('invalidFilter', 'Emails are found by value, type and primary only.');
}

function fold(value: unknown): string {
  return String(value).toLowerCase();
}

function check(draft: Draft, current: CurrentUser | null): WantedUser {
  const email = addressOf(draft, current);
  const [first, last] = namesOf(draft, current, typeof email === 'string' ? email : '');
  return {
    email: storedEmail(read(emailSchema, email, "A user's userName is their e-mail, and this is none.")),
    'first-name': read(firstNameSchema, first),
    'last-name': read(lastNameSchema, last),
    title: read(resources.user.create.title, draft.title),
    'external-id': draft.externalId === undefined ? undefined : externalIdOf(draft.externalId),
    active: draft.active === undefined ? undefined : activeOf(draft.active),
  };
}

function activeOf(value: unknown): boolean {
  const active = booleanOf(value);
  if (active === null) throw scimInvalid('invalidValue', 'active must be true or false.');
  return active;
}

function addressOf(draft: Draft, current: CurrentUser | null): unknown {
  if (draft.userName !== undefined) return draft.userName;
  const emails = draft.emails ?? [];
  const isPrimary = ({ primary }: Email) => fold(primary) === 'true';
  const [first] = emails;
  const chosen = emails.find(isPrimary) ?? emails.find(({ type }) => fold(type) === 'work') ?? first;
  // A user whose addresses are removed keeps the one for signing in.
  return chosen?.value ?? current?.email;
}

/**
 * First and last name. A user must have both, while a directory may send neither: the fallbacks are the displayed name,
 * the current name, and the address.
 */
function namesOf(draft: Draft, current: CurrentUser | null, email: string): [unknown, unknown] {
  const fullName = [draft.displayName, draft.formatted].find((text) => typeof text === 'string' && text.trim() !== '');
  const words = typeof fullName === 'string' ? fullName.trim().split(/\s+/) : [];
  const [before = '', after = ''] = email.split('@');
  const filled = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value);
  return [
    filled(draft.givenName) ?? words[0] ?? current?.['first-name'] ?? before,
    filled(draft.familyName) ?? (words.slice(1).join(' ') || undefined) ?? current?.['last-name'] ?? after,
  ];
}
