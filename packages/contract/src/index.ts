export * from './audit-actions.ts';
export * from './call.ts';
export { type BulkReport, bulkLimit, bulkReportSchema } from './calls/bulk.ts';
export { type Change, changeSchema } from './calls/changes.ts';
export { callList, calls, knownActions } from './calls/index.ts';
export { issueLimit } from './calls/licensing/provisioning.ts';
export { moveLimit } from './calls/people/accounts.ts';
export { commandApplication } from './calls/sign-in/applications.ts';
export { authorizationRequestLimit, type Consent, consentSchema } from './calls/sign-in/authorizations.ts';
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
export * from './resources/factors.ts';
export * from './resources/licensing/explanation.ts';
export * from './resources/licensing/giving.ts';
export * from './resources/licensing/lease.ts';
export * from './resources/licensing/lease-times.ts';
export * from './resources/licensing/license-resources.ts';
export { expiryInputSchema } from './resources/licensing/license-terms.ts';
export * from './resources/licensing/licensing-strategy.ts';
export * from './resources/licensing/pools.ts';
export * from './resources/licensing/usage.ts';
export * from './resources/licensing/waiting.ts';
export * from './resources/preferences.ts';
export * from './resources/resources.ts';
export * from './resources/service-accounts.ts';
export * from './resources/single-sign-on.ts';
export * from './resources/user-import.ts';
export * from './resources/webhooks.ts';
