import * as z from 'zod';
import {
  accountQuery,
  action,
  actionOrLicensePolicy,
  call,
  idParams,
  itemOf,
  itemsOf,
  listQuery,
  resolveQuery,
  resourcesOf,
  searchAlso,
} from '../../call.ts';
import { anyId, anyRn, limitedText, rnLimit } from '../../fields/bounds.ts';
import { nameLimit, queryNumberSchema, timeLimit } from '../../fields/fields.ts';
import { textsWith } from '../../fields/resource.ts';
import { rnSchema } from '../../fields/rn-schema.ts';
import { haveOne, policiesOrConsumers } from '../../policies/consumers.ts';
import {
  addonLicenseSchema,
  addonSchema,
  certificateSchema,
  expirySchema,
  licenseSchema,
  licenseTypes,
  licenseWords,
  productSchema,
} from '../../resources/licensing/license-resources.ts';
import { licensingStrategies } from '../../resources/licensing/licensing-strategy.ts';
import { resources, serviceAccountSchema, tagSchema, userSchema } from '../../resources/resources.ts';

const named = resourcesOf(
  z.union([addonLicenseSchema, userSchema, serviceAccountSchema, tagSchema, addonSchema, productSchema]),
);
const licensesQuery = listQuery([
  'name',
  'product',
  'key',
  ...textsWith(resources.license, 'sorted'),
  'type',
  'expiry',
  'status',
  'created-on',
  'updated-on',
]).extend({
  ...searchAlso(licenseWords),
  ...resolveQuery.shape,
  type: z.enum(licenseTypes, `type must be one of ${licenseTypes.join(', ')}.`).optional(),
  'ending-within': queryNumberSchema(1, 36_500, 'ending-within must be a whole number of days from 1 to 36500.')
    .optional()
    .meta({ description: 'Only licenses that end within this number of days.' }),
  'in-use': z
    .enum(['true', 'false'], "in-use must be 'true' or 'false'.")
    .optional()
    .meta({ description: 'Only licenses in use.' }),
  pool: anyRn().optional().meta({ format: 'rn', description: 'Only licenses of this pool.' }),
  consumer: anyRn()
    .optional()
    .meta({ format: 'rn', description: 'Only licenses that this user may consume, by their policies or their pool.' }),
});
const licensesOutput = itemsOf(licenseSchema).extend({ resources: named });

export const listLicenses = call('listLicenses', 'license', 'GET /license/v1/licenses', {
  summary: 'The licenses of the own account',
  access: action('license:ListLicenses'),
  query: licensesQuery,
  output: licensesOutput,
});

export const listAccountLicenses = call('listAccountLicenses', 'license', 'GET /license/v1/admin/licenses', {
  summary: 'The licenses of any account, for provider staff',
  access: action('license:ListLicenses'),
  query: licensesQuery.extend(accountQuery.shape),
  output: licensesOutput,
});

export const getLicense = call('getLicense', 'license', 'GET /license/v1/licenses/{id}', {
  summary: 'A license',
  access: actionOrLicensePolicy('license:GetLicense'),
  params: idParams,
  query: resolveQuery,
  output: itemOf(licenseSchema).extend({ resources: named.optional() }),
});

const sameTime = limitedText(timeLimit).nullable();
/** The certificate as it is: its other calls change it. */
const sameCertificate = z.strictObject({
  ...certificateSchema.shape,
  product: limitedText(rnLimit).meta({ format: 'rn' }),
  version: limitedText(nameLimit),
  expiry: z.strictObject({ ...expirySchema.shape, date: sameTime }),
  'maintenance-start': sameTime,
  'maintenance-end': sameTime,
  'grace-days': z.number().optional(),
});

export const updateLicense = call('updateLicense', 'license', 'PUT /license/v1/licenses/{id}', {
  summary: 'Change the description of a license',
  access: action('license:UpdateLicense'),
  params: idParams,
  body: z.strictObject({
    ...resources.license.update,
    certificate: sameCertificate.optional(),
  }),
  output: itemOf(licenseSchema),
});

export const setLicensePolicies = call('setLicensePolicies', 'license', 'PUT /license/v1/licenses/{id}/policies', {
  summary: 'Set who may consume a license',
  access: action('license:SetLicensePolicies'),
  params: idParams,
  body: z.strictObject(policiesOrConsumers).check(haveOne),
  output: itemOf(licenseSchema),
});

export const unassignLicense = call('unassignLicense', 'license', 'POST /license/v1/licenses/{id}/unassign', {
  summary: 'Release a license; its holder is logged off',
  access: action('license:UnassignLicense'),
  params: idParams,
  query: z.object({
    holder: rnSchema.or(z.literal('')).optional().meta({
      description:
        'The holder that the caller saw in `state.user`, or empty for none: another holder is not logged off.',
    }),
  }),
  body: z
    .strictObject({
      mode: z.literal('now', "mode must be 'now' or be left out.").optional(),
      // Where older clients send it; the query counts.
      holder: rnSchema.nullable().optional(),
    })
    .optional(),
});

export const getLicensingStrategy = call('getLicensingStrategy', 'license', 'GET /license/v1/strategy', {
  summary: 'The licensing strategy of the own account',
  access: action('license:ListLicenses'),
  output: itemOf(z.object({ strategy: z.enum(licensingStrategies) })),
});

export const getAccountLicensingStrategy = call(
  'getAccountLicensingStrategy',
  'license',
  'GET /license/v1/admin/strategy',
  {
    summary: 'The licensing strategy of an account, for provider staff',
    access: action('license:ListLicenses'),
    query: accountQuery,
    output: itemOf(z.object({ strategy: z.enum(licensingStrategies) })),
  },
);

const addonLicensesQuery = listQuery([
  'name',
  'key',
  'type',
  'description',
  ...textsWith(resources.addonLicense, 'sorted'),
  'created-on',
]).extend({
  ...searchAlso(licenseTypes),
  ...resolveQuery.shape,
  'unassigned-only': z.enum(['true', 'false'], "unassigned-only must be 'true' or 'false'.").optional(),
});
const addonLicensesOutput = itemsOf(addonLicenseSchema).extend({ resources: resourcesOf(addonSchema) });

export const listAddonLicenses = call('listAddonLicenses', 'license', 'GET /license/v1/addon-licenses', {
  summary: 'The add-on licenses of the own account',
  access: action('license:ListAddonLicenses'),
  query: addonLicensesQuery,
  output: addonLicensesOutput,
});

export const listAccountAddonLicenses = call(
  'listAccountAddonLicenses',
  'license',
  'GET /license/v1/admin/addon-licenses',
  {
    summary: 'The add-on licenses of any account, for provider staff',
    access: action('license:ListAddonLicenses'),
    query: addonLicensesQuery.extend(accountQuery.shape),
    output: addonLicensesOutput,
  },
);

export const getAddonLicense = call('getAddonLicense', 'license', 'GET /license/v1/addon-licenses/{id}', {
  summary: 'An add-on license',
  access: action('license:ListAddonLicenses'),
  params: idParams,
  output: itemOf(addonLicenseSchema),
});

export const updateAddonLicense = call('updateAddonLicense', 'license', 'PUT /license/v1/addon-licenses/{id}', {
  summary: 'Change the texts of an add-on license',
  access: action('license:UpdateLicense'),
  params: idParams,
  body: z.strictObject(resources.addonLicense.update),
  output: itemOf(addonLicenseSchema),
});

export const addLicenseAddon = call('addLicenseAddon', 'license', 'POST /license/v1/licenses/{id}/addons', {
  summary: 'Assign an add-on license to a license',
  access: action('license:AddLicenseAddon'),
  params: idParams,
  body: z.strictObject({ addon: rnSchema }),
  output: itemOf(licenseSchema),
});

export const removeLicenseAddon = call(
  'removeLicenseAddon',
  'license',
  'DELETE /license/v1/licenses/{id}/addons/{addonId}',
  {
    summary: 'Unassign an add-on license from a license',
    access: action('license:RemoveLicenseAddon'),
    params: idParams.extend({ addonId: anyId() }),
  },
);
