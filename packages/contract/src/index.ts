export * from './audit-actions.ts';
export * from './call.ts';
export { moveLimit } from './calls/accounts.ts';
export { commandApplication } from './calls/applications.ts';
export { authorizationRequestLimit, type Consent, consentSchema } from './calls/authorizations.ts';
export { type BulkReport, bulkLimit, bulkReportSchema } from './calls/bulk.ts';
export { type Change, changeSchema } from './calls/changes.ts';
export { callList, calls, knownActions } from './calls/index.ts';
export { issueLimit } from './calls/provisioning.ts';
export * from './console-config.ts';
export * from './csv.ts';
export * from './envelope.ts';
export * from './fields/bounds.ts';
export * from './fields/fields.ts';
export * from './fields/resource.ts';
export * from './fields/rn.ts';
export * from './fields/rn-schema.ts';
export {
  type ConsumersInput,
  consumersKinds,
  consumersSchema,
  type PoolConsumersInput,
  policiesOrConsumers,
  poolConsumersKinds,
  poolConsumersSchema,
  withConsumers,
} from './policies/consumers.ts';
export * from './policies/engine.ts';
export * from './policies/policy.ts';
export * from './policies/roles.ts';
export * from './resources/directory.ts';
export * from './resources/explanation.ts';
export * from './resources/factors.ts';
export * from './resources/giving.ts';
export * from './resources/lease.ts';
export * from './resources/lease-times.ts';
export * from './resources/license-resources.ts';
export { expiryInputSchema } from './resources/license-terms.ts';
export * from './resources/licensing-strategy.ts';
export * from './resources/pools.ts';
export * from './resources/preferences.ts';
export * from './resources/resources.ts';
export * from './resources/service-accounts.ts';
export * from './resources/single-sign-on.ts';
export * from './resources/usage.ts';
export * from './resources/user-import.ts';
export * from './resources/webhooks.ts';
