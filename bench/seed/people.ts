import { builtInRoles, formatRn } from '@keyhold/contract';
import { mailboxOf } from '../../apps/demo/src/rows/names.ts';
import type { Rows, Value } from './copy-rows.ts';
import { idAt } from './identifiers.ts';
import { type AccountPlan, type Amounts, end, randomOf } from './plan.ts';
import { descriptions, firstNames, lastNames, teams, titles } from './words.ts';

/** A user of an account. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly title: string;
  readonly description: string;
  readonly status: 'Pending' | 'Active' | 'Inactive';
  readonly created: number;
  readonly lastLogin: number | null;
  /** Indexes of their roles and tags in the lists of the account. */
  readonly roles: readonly number[];
  readonly tags: readonly number[];
}

/** An account with the ids that people and licenses refer to. */
export interface Company {
  readonly plan: AccountPlan;
  readonly people: readonly Person[];
  readonly tagIds: readonly string[];
  readonly roles: readonly { readonly id: string; readonly name: string }[];
  /** The resource name of a resource in the account. */
  rn(type: 'account' | 'user' | 'tag' | 'role' | 'license', id: string): string;
}

/** Generates an account's people. The first is its administrator and owner; in the provider's, Root Administrator. */
export function companyOf(amounts: Amounts, plan: AccountPlan, region: string, rootEmail: string): Company {
  const random = randomOf(amounts, 'people', plan.index);
  const roles = builtInRoles(plan).map(({ name }) => ({ id: idAt(plan.created, random), name }));
  const tagIds = Array.from({ length: plan.tags }, () => idAt(plan.created + random.below(end - plan.created), random));
  const administrator = roles.findIndex(
    ({ name }) => name === (plan.provider ? 'Root Administrator' : 'Administrator'),
  );
  const people = Array.from({ length: plan.users }, (_, index): Person => {
    const first = index === 0;
    const created = plan.created + (first ? 0 : random.below(end - plan.created));
    const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)];
    const status = first ? 'Active' : statusOf(random.below(100));
    const mailbox = `${mailboxCached(firstName, lastName)}${index === 0 ? '' : index}`;
    return {
      id: idAt(created, random),
      email: plan.provider && first ? rootEmail : `${mailbox}@${plan.domain}`,
      firstName,
      lastName,
      title: random.below(10) === 0 ? random.pick(titles) : '',
      description: random.below(8) === 0 ? random.pick(descriptions) : '',
      status,
      created,
      lastLogin: status === 'Pending' ? null : created + random.below(end - created),
      roles: first ? [administrator] : random.below(60) === 0 ? [random.below(roles.length)] : [],
      tags: tagsOf(plan.tags, random.below(4), () => random.below(plan.tags) * random.between(0, 1)),
    };
  });
  const prefixes = Object.fromEntries(
    (['account', 'user', 'tag', 'role', 'license'] as const).map((type) => [
      type,
      formatRn(region, plan.id, type, 'x').slice(0, -1),
    ]),
  );
  return { plan, people, tagIds, roles, rn: (type, id) => `${prefixes[type]}${id}` };
}

const mailboxes = new Map<string, string>();

function mailboxCached(firstName: string, lastName: string): string {
  const name = `${firstName}|${lastName}`;
  const known = mailboxes.get(name) ?? mailboxOf(firstName, lastName);
  mailboxes.set(name, known);
  return known;
}

function statusOf(drawn: number): Person['status'] {
  if (drawn < 6) return 'Pending';
  return drawn < 10 ? 'Inactive' : 'Active';
}

/** Some tags are on many people, most on few. */
function tagsOf(available: number, wanted: number, draw: () => number): readonly number[] {
  if (available === 0 || wanted === 0) return [];
  return [...new Set(Array.from({ length: wanted }, () => Math.floor(draw())))];
}

export function accountRows(companies: readonly Company[], productTitle: string): Rows {
  function* rows(): Iterable<readonly Value[]> {
    for (const { plan, people } of companies) {
      const description = plan.provider ? 'The provider of this service.' : `Customer of ${productTitle}.`;
      const owner = plan.status === 'Pending' ? null : (people[0]?.id ?? null);
      const on = time(plan.created);
      const number = plan.provider ? '' : customerNumberOf(plan);
      yield [plan.id, plan.name, description, plan.status, number, owner, on, on];
    }
  }
  const columns = ['id', 'name', 'description', 'status', 'customer-number', 'owner-id', 'created-on', 'updated-on'];
  return { table: 'accounts', columns, rows: rows() };
}

/** The customer number of an account, other than that of every other account. */
function customerNumberOf({ index }: Pick<AccountPlan, 'index'>): string {
  return `C-${10_000 + index}`;
}

/** @param passwordHash the hash of the one password that all users with a password share */
export function userRows(companies: readonly Company[], passwordHash: string): Rows {
  function* rows(): Iterable<readonly Value[]> {
    for (const company of companies) {
      const { plan, people } = company;
      for (const person of people) {
        const { id, email, firstName, lastName, title, description, status, created, lastLogin } = person;
        const pending = status === 'Pending';
        const [on, seen] = [time(created), lastLogin === null ? null : time(lastLogin)];
        const set = pending ? null : on;
        const hash = pending ? null : passwordHash;
        const labels = `{${[...roleIdsOf(company, person), ...tagIdsOf(company, person)].join(',')}}`;
        yield [id, plan.id, email, firstName, lastName, title, description, status, hash, labels, seen, set, on, on];
      }
    }
  }
  const name = ['id', 'account-id', 'email', 'first-name', 'last-name', 'title', 'description', 'status'];
  const dates = ['last-login', 'last-password-change', 'created-on', 'updated-on'];
  return { table: 'users', columns: [...name, 'password-hash', 'labels', ...dates], rows: rows() };
}

export function roleRows(companies: readonly Company[]): Rows {
  function* rows(): Iterable<readonly Value[]> {
    for (const { plan, roles } of companies) {
      for (const [index, role] of builtInRoles(plan).entries()) {
        const [id, on] = [roles[index]?.id ?? null, time(plan.created)];
        yield [id, plan.id, role.name, role.description, JSON.stringify(role.policies), on, on];
      }
    }
  }
  const columns = ['id', 'account-id', 'name', 'description', 'policies', 'created-on', 'updated-on'];
  return { table: 'roles', columns, rows: rows() };
}

export function tagRows(companies: readonly Company[]): Rows {
  function* rows(): Iterable<readonly Value[]> {
    for (const { plan, tagIds } of companies) {
      for (const [index, id] of tagIds.entries()) {
        const on = time(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
        const round = Math.floor(index / teams.length);
        const name = `${teams[index % teams.length]}${round === 0 ? '' : ` ${round + 1}`}`;
        yield [id, plan.id, name, index % 3 === 0 ? `People of ${name}` : '', on, on];
      }
    }
  }
  return {
    table: 'tags',
    columns: ['id', 'account-id', 'name', 'description', 'created-on', 'updated-on'],
    rows: rows(),
  };
}

export function userRoleRows(companies: readonly Company[]): Rows {
  return assignments(companies, 'user-roles', 'role-id', roleIdsOf);
}

export function userTagRows(companies: readonly Company[]): Rows {
  return assignments(companies, 'user-tags', 'tag-id', tagIdsOf);
}

function roleIdsOf({ roles }: Company, person: Person): string[] {
  return person.roles.map((index) => roles[index]?.id ?? '');
}

function tagIdsOf({ tagIds }: Company, person: Person): string[] {
  return person.tags.map((index) => tagIds[index] ?? '');
}

function assignments(
  companies: readonly Company[],
  table: string,
  column: string,
  idsOf: (company: Company, person: Person) => readonly string[],
): Rows {
  function* rows(): Iterable<readonly Value[]> {
    for (const company of companies) {
      for (const person of company.people) {
        for (const id of idsOf(company, person)) yield [person.id, id, company.plan.id];
      }
    }
  }
  return { table, columns: ['user-id', column, 'account-id'], rows: rows() };
}

/** A time in the format of PostgreSQL. */
export function time(moment: number): string {
  return new Date(moment).toISOString();
}
