import * as z from 'zod';
import { accountQuery, action, call, idParams, itemOf, itemsOf, listQuery, resourcesOf } from '../../call.ts';
import { anyId, boundedList, limitedText, rnLimit } from '../../fields/bounds.ts';
import { rn } from '../../fields/common-fields.ts';
import { endInputSchema, timeSchema, wholeNumberSchema } from '../../fields/fields.ts';
import { textsWith } from '../../fields/resource.ts';
import { rnSchema } from '../../fields/rn-schema.ts';
import { haveNotBoth, haveOne, poolPoliciesOrConsumers } from '../../policies/consumers.ts';
import { productSchema } from '../../resources/licensing/license-resources.ts';
import { poolLimit, poolRulesInput, poolSchema, poolUseSchema } from '../../resources/licensing/pools.ts';
import { resources } from '../../resources/resources.ts';

const poolsQuery = listQuery([...textsWith(resources.pool, 'sorted'), 'created-on', 'updated-on']).extend({
  product: limitedText(rnLimit).optional().meta({ format: 'rn', description: 'Only pools of this product.' }),
});
const poolsOutput = itemsOf(poolSchema).extend({
  resources: resourcesOf(productSchema),
  'ends-next': z.record(z.string(), timeSchema).meta({
    description: 'When the first of a pool’s licenses ends, by the rn of the pool; missing where none does.',
  }),
});

const licenses = boundedList(
  rnSchema,
  poolLimit,
  `licenses may name at most ${poolLimit}.`,
  'licenses must be a list of licenses.',
).optional();
const count = wholeNumberSchema(1, poolLimit, `count must be a whole number from 1 to ${poolLimit}.`).optional();

interface Chosen {
  readonly licenses?: readonly string[] | undefined;
  readonly count?: number | undefined;
}

function haveNotBothLicenses({ value, issues }: z.core.ParsePayload<Chosen>): void {
  if (value.licenses === undefined || value.count === undefined) return;
  const message = 'licenses and count exclude each other. Send one of the two.';
  issues.push({ code: 'custom', input: value, path: ['count'], message });
}

function haveLicenses({ value, issues }: z.core.ParsePayload<Chosen>): void {
  if (value.licenses === undefined && value.count === undefined) {
    const message = 'Say which licenses, or how many: licenses, or count.';
    issues.push({ code: 'custom', input: value, path: ['licenses'], message });
  }
  haveNotBothLicenses({ value, issues });
}

export const listPools = call('listPools', 'license', 'GET /license/v1/pools', {
  summary: 'The pools of the own account',
  access: action('license:ListPools'),
  query: poolsQuery,
  output: poolsOutput,
});

export const listAccountPools = call('listAccountPools', 'license', 'GET /license/v1/admin/pools', {
  summary: 'The pools of any account, for provider staff',
  access: action('license:ListPools'),
  query: poolsQuery.extend(accountQuery.shape),
  output: poolsOutput,
});

export const getPool = call('getPool', 'license', 'GET /license/v1/pools/{id}', {
  summary: 'A pool of licenses',
  access: action('license:GetPool'),
  params: idParams,
  output: itemOf(poolSchema),
});

export const createPool = call('createPool', 'license', 'POST /license/v1/pools', {
  summary: 'Create a pool of licenses of one product; it decides who may use them from then on',
  access: action('license:CreatePool'),
  status: 201,
  body: z
    .strictObject({
      'account-id': anyId('account-id is missing: say whose licenses are meant.'),
      ...resources.pool.create,
      product: rnSchema,
      licenses,
      count,
      ...poolPoliciesOrConsumers,
      rules: poolRulesInput.nullish(),
    })
    .check(haveNotBothLicenses)
    .check(haveNotBoth),
  output: itemOf(poolSchema),
});

export const updatePool = call('updatePool', 'license', 'PUT /license/v1/pools/{id}', {
  summary: 'Change the texts of a pool',
  access: action('license:UpdatePool'),
  params: idParams,
  body: z.strictObject(resources.pool.update),
  output: itemOf(poolSchema),
});

export const setPoolPolicies = call('setPoolPolicies', 'license', 'PUT /license/v1/pools/{id}/policies', {
  summary: 'Set who may use the licenses of a pool; holders who may not any more are logged off',
  access: action('license:SetPoolPolicies'),
  params: idParams,
  body: z.strictObject(poolPoliciesOrConsumers).check(haveOne),
  output: itemOf(poolSchema),
});

export const setPoolRules = call('setPoolRules', 'license', 'PUT /license/v1/pools/{id}/rules', {
  summary: 'Set the rules of a pool; they bind new use, and end nobody’s',
  access: action('license:SetPoolRules'),
  params: idParams,
  body: poolRulesInput,
  output: itemOf(poolSchema).extend({
    above: z.array(poolUseSchema).meta({ description: 'The limits that more seats are in use than they allow.' }),
  }),
});

export const previewPoolRules = call('previewPoolRules', 'license', 'POST /license/v1/pools/{id}/rules/preview', {
  summary: 'How many of those who use a pool now its rules would refuse; nothing is changed',
  access: action('license:GetPool'),
  params: idParams,
  body: poolRulesInput,
  output: z.object({
    people: z.number().int().meta({ description: 'The people who use the pool now.' }),
    refused: z.number().int().meta({
      description: 'Those of them who would be refused a seat, if all began again in the order in which they did.',
    }),
    users: z.array(rn).meta({ description: 'The first of those who would be refused.' }),
  }),
});

export const setPoolOverdraft = call('setPoolOverdraft', 'license', 'PUT /license/v1/pools/{id}/overdraft', {
  summary: 'Lend a pool seats beyond what was bought, until a time; they are used last',
  access: action('license:IssueLicense'),
  params: idParams,
  body: z
    .strictObject({
      seats: wholeNumberSchema(0, poolLimit, `seats must be a whole number from 0 to ${poolLimit}.`),
      until: endInputSchema.nullish().transform((until) => until ?? null),
    })
    .refine(({ seats, until }) => seats === 0 || until !== null, {
      path: ['until'],
      message: 'Say until when the pool has these seats.',
    }),
  output: itemOf(poolSchema),
});

export const addPoolLicenses = call('addPoolLicenses', 'license', 'POST /license/v1/pools/{id}/licenses', {
  summary: 'Add licenses to a pool',
  access: action('license:UpdatePool'),
  params: idParams,
  body: z.strictObject({ licenses, count }).check(haveLicenses),
  output: itemOf(poolSchema),
});

export const removePoolLicenses = call('removePoolLicenses', 'license', 'POST /license/v1/pools/{id}/licenses/remove', {
  summary: 'Remove licenses from a pool; nobody may consume them then, and their holders are logged off',
  access: action('license:UpdatePool'),
  params: idParams,
  body: z.strictObject({ licenses, count }).check(haveLicenses),
  output: itemOf(poolSchema),
});

export const deletePool = call('deletePool', 'license', 'DELETE /license/v1/pools/{id}', {
  summary: 'Delete a pool; nobody may consume its licenses then, and their holders are logged off',
  access: action('license:DeletePool'),
  params: idParams,
});
