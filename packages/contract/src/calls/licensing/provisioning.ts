import * as z from 'zod';
import { action, call, idParams, itemOf, itemsOf, listQuery } from '../../call.ts';
import { anyId } from '../../fields/bounds.ts';
import {
  catalogueIdSchema,
  endInputSchema,
  nameSchema,
  optionalLineSchema,
  timeInputSchema,
  wholeNumberSchema,
} from '../../fields/fields.ts';
import { textsWith } from '../../fields/resource.ts';
import { rnSchema } from '../../fields/rn-schema.ts';
import { haveNotBoth, policiesOrConsumers } from '../../policies/consumers.ts';
import {
  addonLicenseSchema,
  addonSchema,
  licenseSchema,
  licenseStatusInput,
  licenseTypes,
  timedProductSchema,
} from '../../resources/licensing/license-resources.ts';
import { expiryInputSchema, furtherTerms, graceDays, haveOneEnd } from '../../resources/licensing/license-terms.ts';
import { poolLimit } from '../../resources/licensing/pools.ts';
import { resources } from '../../resources/resources.ts';

/** The maximum number of licenses or add-on licenses that one call issues. */
export const issueLimit = 1000;

const catalogueQuery = listQuery([...textsWith(resources.product, 'sorted'), 'created-on']);

const type = z.enum(licenseTypes, `type must be one of ${licenseTypes.join(', ')}.`);

const count = wholeNumberSchema(1, issueLimit, `count must be a whole number from 1 to ${issueLimit}.`).default(1);

const accountId = anyId('account-id is missing: say which account the license is for.');

export const listProducts = call('listProducts', 'catalogue', 'GET /license/v1/admin/products', {
  summary: 'The products of the catalogue',
  access: action('adm:ManageCatalogue'),
  query: catalogueQuery,
  output: itemsOf(timedProductSchema),
});

const issuedSchema = z.object({
  entry: z.string().meta({ format: 'rn', description: 'The product or the add-on.' }),
  licenses: z.number().int(),
  accounts: z.number().int().meta({ description: 'The number of accounts that have them.' }),
});

export const countIssued = call('countIssued', 'catalogue', 'GET /license/v1/admin/issued', {
  summary: 'How many licenses of each product and add-on there are, and in how many accounts',
  access: action('adm:ManageCatalogue'),
  output: z.object({ items: z.array(issuedSchema) }),
});

export const createProduct = call('createProduct', 'catalogue', 'POST /license/v1/admin/products', {
  summary: 'Add a product to the catalogue',
  access: action('adm:ManageCatalogue'),
  status: 201,
  body: z.strictObject({ id: catalogueIdSchema, ...resources.timedProduct.create }),
  output: itemOf(timedProductSchema),
});

export const getProduct = call('getProduct', 'catalogue', 'GET /license/v1/admin/products/{id}', {
  summary: 'A product of the catalogue',
  access: action('adm:ManageCatalogue'),
  params: idParams,
  output: itemOf(timedProductSchema),
});

export const updateProduct = call('updateProduct', 'catalogue', 'PUT /license/v1/admin/products/{id}', {
  summary: 'Change the name and lease timings of a product',
  access: action('adm:ManageCatalogue'),
  params: idParams,
  body: z.strictObject(resources.timedProduct.update),
  output: itemOf(timedProductSchema),
});

export const listAddons = call('listAddons', 'catalogue', 'GET /license/v1/admin/addons', {
  summary: 'The add-ons of the catalogue',
  access: action('adm:ManageCatalogue'),
  query: catalogueQuery,
  output: itemsOf(addonSchema),
});

export const createAddon = call('createAddon', 'catalogue', 'POST /license/v1/admin/addons', {
  summary: 'Add an add-on to the catalogue',
  access: action('adm:ManageCatalogue'),
  status: 201,
  body: z.strictObject({ id: catalogueIdSchema, ...resources.addon.create }),
  output: itemOf(addonSchema),
});

export const getAddon = call('getAddon', 'catalogue', 'GET /license/v1/admin/addons/{id}', {
  summary: 'An add-on of the catalogue',
  access: action('adm:ManageCatalogue'),
  params: idParams,
  output: itemOf(addonSchema),
});

export const updateAddon = call('updateAddon', 'catalogue', 'PUT /license/v1/admin/addons/{id}', {
  summary: 'Change an add-on, or retire it',
  access: action('adm:ManageCatalogue'),
  params: idParams,
  body: z.strictObject(resources.addon.update),
  output: itemOf(addonSchema),
});

export const deleteProduct = call('deleteProduct', 'catalogue', 'DELETE /license/v1/admin/products/{id}', {
  summary: 'Delete a product that was never issued',
  access: action('adm:ManageCatalogue'),
  params: idParams,
});

export const deleteAddon = call('deleteAddon', 'catalogue', 'DELETE /license/v1/admin/addons/{id}', {
  summary: 'Delete an add-on that was never issued',
  access: action('adm:ManageCatalogue'),
  params: idParams,
});

export const voidLicense = call('voidLicense', 'license', 'DELETE /license/v1/admin/licenses/{id}', {
  summary: 'Void a license that was issued by mistake; its holder is logged off',
  access: action('license:VoidLicense'),
  params: idParams,
});

export const restoreLicense = call('restoreLicense', 'license', 'POST /license/v1/admin/licenses/{id}/restore', {
  summary: 'Restore a voided license with its consumers',
  access: action('license:VoidLicense'),
  params: idParams,
  output: itemOf(licenseSchema),
});

export const voidAddonLicense = call('voidAddonLicense', 'license', 'DELETE /license/v1/admin/addon-licenses/{id}', {
  summary: 'Void an add-on license that was issued by mistake',
  access: action('license:VoidLicense'),
  params: idParams,
});

export const restoreAddonLicense = call(
  'restoreAddonLicense',
  'license',
  'POST /license/v1/admin/addon-licenses/{id}/restore',
  {
    summary: 'Restore a voided add-on license, unassigned',
    access: action('license:VoidLicense'),
    params: idParams,
    output: itemOf(addonLicenseSchema),
  },
);

export const issueLicenses = call('issueLicenses', 'license', 'POST /license/v1/admin/licenses', {
  summary: 'Issue licenses of a product to an account',
  access: action('license:IssueLicense'),
  status: 201,
  body: z
    .strictObject({
      'account-id': accountId,
      product: rnSchema,
      type,
      version: optionalLineSchema('The version'),
      expiry: expiryInputSchema,
      'maintenance-start': timeInputSchema.nullish().transform((date) => date ?? null),
      'maintenance-end': endInputSchema.nullish().transform((date) => date ?? null),
      'grace-days': graceDays.default(0),
      ...resources.license.create,
      ...policiesOrConsumers,
      count: wholeNumberSchema(1, poolLimit, `count must be a whole number from 1 to ${issueLimit}.`)
        .default(1)
        .meta({ description: `Up to ${issueLimit}, or up to ${poolLimit} into a pool.` }),
      pool: z
        .union(
          [rnSchema, z.strictObject({ name: nameSchema })],
          'pool must be the rn of a pool, or the name of a new one.',
        )
        .optional()
        .meta({ description: 'The pool that gets the licenses: its rn, or the name of a new one.' }),
    })
    .check(haveNotBoth)
    .refine(({ count, pool }) => pool !== undefined || count <= issueLimit, {
      path: ['count'],
      message: `count must be a whole number from 1 to ${issueLimit}.`,
    })
    .refine(({ pool, policies, consumers }) => typeof pool !== 'string' || (!policies && !consumers), {
      path: ['pool'],
      message: 'The pool decides who may use its licenses. Leave out policies and consumers.',
    })
    .refine(({ 'maintenance-start': start, 'maintenance-end': end }) => !start || !end || start <= end, {
      path: ['maintenance-end'],
      message: 'The maintenance cannot end before it starts.',
    }),
  output: z.object({ items: z.array(licenseSchema) }),
});

export const issueAddonLicenses = call('issueAddonLicenses', 'license', 'POST /license/v1/admin/addon-licenses', {
  summary: 'Issue add-on licenses to an account',
  access: action('license:IssueLicense'),
  status: 201,
  body: z.strictObject({ 'account-id': accountId, addon: rnSchema, type, ...resources.addonLicense.create, count }),
  output: z.object({ items: z.array(addonLicenseSchema) }),
});

export const updateLicenseStatus = call('updateLicenseStatus', 'license', 'PUT /license/v1/licenses/{id}/status', {
  summary: 'Suspend or resume a license; the holder of a suspended one is logged off',
  access: action('license:UpdateLicenseStatus'),
  params: idParams,
  body: z.strictObject({ status: licenseStatusInput }),
  output: itemOf(licenseSchema),
});

export const updateLicenseTerms = call('updateLicenseTerms', 'license', 'PUT /license/v1/licenses/{id}/terms', {
  summary: 'Change the terms of a license',
  access: action('license:UpdateLicenseTerms'),
  params: idParams,
  body: z
    .strictObject({
      expiry: expiryInputSchema.optional(),
      'maintenance-end': endInputSchema.nullish().transform((date) => date ?? null),
      ...furtherTerms,
    })
    .check(haveOneEnd),
  output: itemOf(licenseSchema),
});

export const moveLicense = call('moveLicense', 'license', 'PUT /license/v1/licenses/{id}/account', {
  summary: 'Move a license with its add-ons to another account, without its consumers',
  access: action('license:IssueLicense'),
  params: idParams,
  body: z.strictObject({ 'account-id': accountId }),
  output: itemOf(licenseSchema),
});
