import * as z from 'zod';
import { action, call, searchAlso, searchSchema } from '../call.ts';
import { anyId, boundedList, filledList, idLimit, limitedText } from '../fields/bounds.ts';
import { endInputSchema, wholeNumberSchema } from '../fields/fields.ts';
import { rnSchema } from '../fields/rn-schema.ts';
import { haveOne, policiesOrConsumers } from '../policies/consumers.ts';
import { licenseStatusInput, licenseWords } from '../resources/licensing/license-resources.ts';
import { expiryInputSchema, furtherTerms, haveNotTwoEnds } from '../resources/licensing/license-terms.ts';
import { userStatuses } from '../resources/resources.ts';

/** The maximum number of resources that one bulk call changes. */
export const bulkLimit = 10_000;

const accountId = anyId('account-id is missing: say whose things are meant.');
const [tooMany, noList] = [
  (field: string) => `${field} may name at most ${bulkLimit}.`,
  (field: string) => `${field} must be a list of ids.`,
];
const id = limitedText(idLimit);
const ids = filledList(id, bulkLimit, 'ids must name at least one.', tooMany('ids'), noList('ids')).optional();
/** The ids to exclude. */
const except = boundedList(id, bulkLimit, tooMany('except'), noList('except')).optional();
const search = searchSchema.optional();
/** The number that the caller was shown: if the selection now has another size, nothing is changed. */
const count = z.number('count must be a number.').int('count must be a whole number.').min(0).optional();

/** The selected users: those in `ids`, or else all that match a search and a status; never those in `except`. */
const userSelection = {
  'account-id': accountId,
  ids,
  search,
  ...searchAlso(userStatuses),
  except,
  count,
  status: z.enum(userStatuses).optional(),
};
/** The selected licenses: those in `ids`, or else all that match a search; never those in `except`. */
const licenseSelection = { 'account-id': accountId, ids, search, ...searchAlso(licenseWords), except, count };

const rns = boundedList(rnSchema, 100, undefined, 'This must be a list of resource names.').default([]);

/** The result: how many changed, how many needed no change, and which failed and why. */
export const bulkReportSchema = z.object({
  changed: z.number().int(),
  unchanged: z.number().int(),
  failures: z.array(z.object({ id: z.string(), name: z.string(), code: z.string(), message: z.string() })),
});
export type BulkReport = z.infer<typeof bulkReportSchema>;

export const changeUserTags = call('changeUserTags', 'bulk', 'POST /iam/v1/users/bulk/tags', {
  summary: 'Add tags to many users, or remove them',
  access: action('iam:AddUserTag'),
  body: z.strictObject({ ...userSelection, add: rns, remove: rns }),
  output: bulkReportSchema,
});

export const changeUserRoles = call('changeUserRoles', 'bulk', 'POST /iam/v1/users/bulk/roles', {
  summary: 'Add roles to many users, or remove them',
  access: action('iam:AddUserRole'),
  body: z.strictObject({ ...userSelection, add: rns, remove: rns }),
  output: bulkReportSchema,
});

export const deleteUsers = call('deleteUsers', 'bulk', 'POST /iam/v1/users/bulk/delete', {
  summary: 'Delete many users',
  access: action('iam:DeleteUser'),
  body: z.strictObject(userSelection),
  output: bulkReportSchema,
});

const { status: _byStatus, ...ofAnyStatus } = userSelection;

export const changeUserStatus = call('changeUserStatus', 'bulk', 'POST /iam/v1/users/bulk/status', {
  summary: 'Deactivate or reactivate many users',
  access: action('iam:UpdateUserStatus'),
  body: z.strictObject({
    ...ofAnyStatus,
    status: z.enum(['Active', 'Inactive'], 'status must be Active or Inactive.'),
  }),
  output: bulkReportSchema,
});

export const sendActivationLinks = call('sendActivationLinks', 'bulk', 'POST /iam/v1/users/bulk/activation-links', {
  summary: 'Mail a new activation link to many users',
  access: action('iam:SendActivationLink'),
  body: z.strictObject({
    ...userSelection,
    'valid-days': wholeNumberSchema(1, 365, 'valid-days must be a whole number from 1 to 365.'),
  }),
  output: bulkReportSchema,
});

export const releaseLicenses = call('releaseLicenses', 'bulk', 'POST /license/v1/licenses/bulk/release', {
  summary: 'Release many licenses; their holders are logged off',
  access: action('license:UnassignLicense'),
  body: z.strictObject(licenseSelection),
  output: bulkReportSchema,
});

export const voidLicenses = call('voidLicenses', 'bulk', 'POST /license/v1/licenses/bulk/void', {
  summary: 'Void many licenses that were issued by mistake; their holders are logged off',
  access: action('license:VoidLicense'),
  body: z.strictObject(licenseSelection),
  output: bulkReportSchema,
});

export const restoreLicenses = call('restoreLicenses', 'bulk', 'POST /license/v1/licenses/bulk/restore', {
  summary: 'Restore many voided licenses with their consumers',
  access: action('license:VoidLicense'),
  body: z.strictObject({
    'account-id': accountId,
    ids: filledList(id, bulkLimit, 'ids must name at least one.', tooMany('ids'), noList('ids')),
  }),
  output: bulkReportSchema,
});

export const changeLicensePolicies = call('changeLicensePolicies', 'bulk', 'POST /license/v1/licenses/bulk/policies', {
  summary: 'Set who may consume many licenses; holders who may not any more are logged off',
  access: action('license:SetLicensePolicies'),
  body: z.strictObject({ ...licenseSelection, ...policiesOrConsumers }).check(haveOne),
  output: bulkReportSchema,
});

export const changeLicenseStatus = call('changeLicenseStatus', 'bulk', 'POST /license/v1/licenses/bulk/status', {
  summary: 'Suspend or resume many licenses; the holders of suspended ones are logged off',
  access: action('license:UpdateLicenseStatus'),
  body: z.strictObject({ ...licenseSelection, status: licenseStatusInput }),
  output: bulkReportSchema,
});

export const changeLicenseAddons = call('changeLicenseAddons', 'bulk', 'POST /license/v1/licenses/bulk/addons', {
  summary: 'Assign add-ons to many licenses, or unassign them; each takes an unassigned add-on license of the account',
  access: action('license:AddLicenseAddon'),
  body: z.strictObject({ ...licenseSelection, add: rns, remove: rns }),
  output: bulkReportSchema,
});

export const changeLicenseTerms = call('changeLicenseTerms', 'bulk', 'POST /license/v1/licenses/bulk/terms', {
  summary: 'Change the terms of many licenses; fields that are left out stay',
  access: action('license:UpdateLicenseTerms'),
  body: z
    .strictObject({
      ...licenseSelection,
      expiry: expiryInputSchema.optional(),
      'maintenance-end': endInputSchema.nullable().optional(),
      ...furtherTerms,
    })
    .check(haveNotTwoEnds),
  output: bulkReportSchema,
});
