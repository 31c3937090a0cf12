import type { AccountsTable, TagsTable, UserRolesTable, UsersTable, UserTagsTable } from '@keyhold/server/schema';
import type { Insertable } from 'kysely';
import type { Person } from '../company.ts';
import { emailOf, type Plan, required } from '../plan.ts';

/** A customer's account. Its owner is set later, because the owner is one of its users. */
export function accountRow({ company, name, accountId, when }: Plan, index: number): Insertable<AccountsTable> {
  const created = when.ago(company.daysOld);
  return {
    id: accountId,
    name,
    // A customer who has not signed yet has no number.
    'customer-number': company.status === 'Pending' ? '' : `C-${20_417 + 23 * index}`,
    description: company.description,
    status: company.status,
    'created-on': created,
    'updated-on': company.status === 'Inactive' ? when.ago(company.daysOld / 6) : created,
  };
}

export function tagRows({ company, accountId, tagIds, when }: Plan): Insertable<TagsTable>[] {
  return company.tags.map(({ name, description }, index) => {
    const created = when.ago(company.daysOld / (1 + index));
    return {
      id: required(tagIds, name),
      'account-id': accountId,
      name,
      description,
      'created-on': created,
      'updated-on': created,
    };
  });
}

export function userRows(plan: Plan): Insertable<UsersTable>[] {
  return plan.company.people.map((person) => userRow(plan, person));
}

function userRow(plan: Plan, person: Person): Insertable<UsersTable> {
  const { accountId, userIds, secrets, when } = plan;
  const { seenDaysAgo } = person;
  const joined = when.ago(person.joinedDaysAgo);
  const seen = seenDaysAgo === null ? null : when.ago(seenDaysAgo);
  // Users set a password soon after they were invited.
  const activated = seen && new Date(joined.getTime() + (seen.getTime() - joined.getTime()) / 20);
  return {
    id: required(userIds, person.mailbox),
    'account-id': accountId,
    email: emailOf(plan, person.mailbox),
    'first-name': person.firstName,
    'last-name': person.lastName,
    title: person.title,
    description: person.description,
    status: person.status,
    'password-hash': person.status === 'Pending' ? null : secrets.of(person).hash,
    'last-login': seen,
    'last-password-change': activated,
    'email-confirmed-on': activated,
    'confirmed-email': activated && emailOf(plan, person.mailbox),
    'created-on': joined,
    'updated-on': activated ?? joined,
  };
}

export function userTagRows({ company, accountId, userIds, tagIds }: Plan): Insertable<UserTagsTable>[] {
  return company.people.flatMap((person) =>
    person.tags.map((tag) => ({
      'user-id': required(userIds, person.mailbox),
      'tag-id': required(tagIds, tag),
      'account-id': accountId,
    })),
  );
}

/** @param roleIds the account's roles by name */
export function userRoleRows(plan: Plan, roleIds: ReadonlyMap<string, string>): Insertable<UserRolesTable>[] {
  return plan.company.people.flatMap((person) =>
    person.role === null
      ? []
      : [
          {
            'user-id': required(plan.userIds, person.mailbox),
            'role-id': required(roleIds, person.role),
            'account-id': plan.accountId,
          },
        ],
  );
}
