import * as z from 'zod';
import {
  action,
  call,
  idParams,
  itemOf,
  itemsOf,
  listQuery,
  pageQuery,
  resourcesOf,
  searchAlso,
  searchNamed,
} from '../../call.ts';
import { anyId, filledList, limitedText, rnLimit } from '../../fields/bounds.ts';
import { emailSchema, firstNameSchema, lastNameSchema, nameSchema } from '../../fields/fields.ts';
import { textsWith } from '../../fields/resource.ts';
import { rnSchema } from '../../fields/rn-schema.ts';
import { licenseSchema } from '../../resources/licensing/license-resources.ts';
import {
  accountSchema,
  accountStatuses,
  customerNumberSchema,
  resources,
  userSchema,
} from '../../resources/resources.ts';

export const listAccounts = call('listAccounts', 'adm', 'GET /admin/v1/accounts', {
  summary: 'The accounts',
  access: action('adm:ListAccounts'),
  query: listQuery([...textsWith(resources.account, 'sorted'), 'status', 'created-on', 'updated-on']).extend({
    ...searchAlso(accountStatuses),
    status: z.enum(accountStatuses, `status must be one of ${accountStatuses.join(', ')}.`).optional(),
  }),
  output: itemsOf(accountSchema),
});

/** The account of something found, for provider staff. */
const foundIn = { account: z.object({ rn: z.string().meta({ format: 'rn' }), name: z.string() }) };

export const find = call('find', 'adm', 'GET /admin/v1/find', {
  summary: 'Find people, licenses and accounts by e-mail, name, license key, order reference or customer number',
  access: { kind: 'action', action: 'adm:ListAccounts', acrossAccounts: true },
  query: z.object({
    q: searchNamed('q')
      .refine((text) => text.trim() !== '', 'q is empty: say what to find.')
      .trim()
      .meta({ description: 'At least three characters for people and licenses. At most 20 of each are found.' }),
  }),
  output: z.object({
    users: z.array(userSchema.extend(foundIn)),
    licenses: z.array(licenseSchema.extend(foundIn)),
    accounts: z.array(accountSchema.extend(foundIn)),
  }),
});

export const getAccount = call('getAccount', 'adm', 'GET /admin/v1/accounts/{id}', {
  summary: 'An account',
  access: action('adm:GetAccount'),
  params: idParams,
  output: itemOf(accountSchema),
});

export const listElsewhere = call('listElsewhere', 'adm', 'GET /admin/v1/accounts/{id}/elsewhere', {
  summary: 'The people of other accounts with an e-mail in a domain that this account has proven',
  access: { kind: 'action', action: 'iam:ListUsers', acrossAccounts: true },
  params: idParams,
  query: pageQuery,
  output: itemsOf(userSchema).extend({ resources: resourcesOf(accountSchema) }),
});

/** The maximum number of people that one call moves. */
export const moveLimit = 100;

export const moveUsers = call('moveUsers', 'adm', 'POST /admin/v1/users/move', {
  summary: 'Move people to another account, with name, password and factors',
  access: { kind: 'action', action: 'adm:MoveUser', acrossAccounts: true },
  body: z.strictObject({
    users: filledList(
      rnSchema,
      moveLimit,
      'users must name at least one.',
      `users may name at most ${moveLimit}.`,
      'users must be a list of resource names.',
    ),
    'account-id': anyId('account-id is missing: say which account the people move to.'),
  }),
  output: z.object({ items: z.array(userSchema) }),
});

export const createAccount = call('createAccount', 'adm', 'POST /admin/v1/accounts', {
  summary: 'Create an account, which is Pending until it has an owner who has activated',
  access: action('adm:CreateAccount'),
  status: 201,
  body: z.strictObject({
    ...resources.account.create,
    owner: z
      .strictObject(
        { email: emailSchema, 'first-name': firstNameSchema, 'last-name': lastNameSchema },
        'owner must have an email, a first-name and a last-name.',
      )
      .optional()
      .meta({ description: 'A user who is created with the account, as its owner and Administrator, and invited.' }),
  }),
  output: itemOf(accountSchema),
});

export const updateAccount = call('updateAccount', 'adm', 'PUT /admin/v1/accounts/{id}', {
  summary: 'Change an account',
  access: action('adm:UpdateAccount'),
  params: idParams,
  body: z.strictObject(resources.account.update),
  output: itemOf(accountSchema),
});

export const updateAccountOwner = call('updateAccountOwner', 'adm', 'PUT /admin/v1/accounts/{id}/owner', {
  summary: 'Set the owner of an account',
  access: action('adm:UpdateAccountOwner'),
  params: idParams,
  body: z.strictObject({
    owner: limitedText(rnLimit, undefined, 'Owner cannot be empty.').min(1, 'Owner cannot be empty.').pipe(rnSchema),
  }),
  output: itemOf(accountSchema),
});

export const updateAccountStatus = call('updateAccountStatus', 'adm', 'PUT /admin/v1/accounts/{id}/status', {
  summary: 'Deactivate or reactivate an account',
  access: action('adm:UpdateAccountStatus'),
  params: idParams,
  body: z.strictObject({ status: z.enum(['Active', 'Inactive'], 'status must be Active or Inactive.') }),
  output: itemOf(accountSchema),
});

export const deleteAccount = call('deleteAccount', 'adm', 'DELETE /admin/v1/accounts/{id}', {
  summary: 'Delete an account with its users, tags and licenses',
  access: action('adm:DeleteAccount'),
  params: idParams,
});

export const restoreAccount = call('restoreAccount', 'adm', 'POST /admin/v1/accounts/{id}/restore', {
  summary: 'Restore a deleted account with its users, tags and licenses',
  access: action('adm:DeleteAccount'),
  params: idParams,
  body: z
    .strictObject({
      name: nameSchema.optional().meta({ description: 'Another name, if the former one is taken.' }),
      // Without the default of a creation: left out, the account keeps its number.
      'customer-number': customerNumberSchema.unwrap().meta({
        description: 'Another customer number, if the former one is taken; an empty one for none.',
      }),
      'except-conflicts': z.boolean({ error: 'except-conflicts must be true or false.' }).optional().meta({
        description: 'Whether people whose e-mail is taken meanwhile stay deleted; otherwise they refuse it.',
      }),
    })
    .optional(),
  output: itemOf(accountSchema),
});
