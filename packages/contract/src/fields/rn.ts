/** The types of resources in resource names, as spelled on the wire. */
export const resourceTypes = [
  'account',
  'user',
  'service-account',
  'role',
  'tag',
  'license',
  'pool',
  'addon-license',
  'product',
  'addon',
  'application',
] as const;

export type ResourceType = (typeof resourceTypes)[number];

/** The five parts of a resource name. */
export interface ResourceName {
  readonly appName: string;
  readonly region: string;
  readonly accountId: string;
  readonly resourceType: string;
  readonly resourceId: string;
}

/** The application part of every resource name that Keyhold writes. */
export const appName = 'keyhold';

/** The error of {@link parseRn}: the text was not five non-empty parts between colons. */
export class ResourceNameError extends Error {
  constructor() {
    super('Error parsing rnString');
    this.name = 'ResourceNameError';
  }
}

/**
 * Parses a resource name: `appName:region:accountId:resourceType:resourceId`.
 *
 * @throws {ResourceNameError} when the text is not five non-empty parts between colons.
 * @example
 * parseRn('keyhold:eu-1:0198:tag:0199').resourceId // '0199'
 */
export function parseRn(text: string): ResourceName {
  const parts = text.split(':');
  const [application, region, accountId, resourceType, resourceId] = parts;
  if (parts.length !== 5 || !application || !region || !accountId || !resourceType || !resourceId) {
    throw new ResourceNameError();
  }
  return { appName: application, region, accountId, resourceType, resourceId };
}

/**
 * Formats a resource name of this application.
 *
 * @throws {ResourceNameError} when a part is empty or contains a colon.
 * @example
 * formatRn('eu-1', '0198', 'tag', '0199') // 'keyhold:eu-1:0198:tag:0199'
 */
export function formatRn(region: string, accountId: string, resourceType: ResourceType, resourceId: string): string {
  if (!region || !accountId || !resourceId || `${region}${accountId}${resourceId}`.includes(':')) {
    throw new ResourceNameError();
  }
  return `${appName}:${region}:${accountId}:${resourceType}:${resourceId}`;
}

/**
 * Whether a resource name is that of a service account.
 *
 * @example
 * isServiceAccount('keyhold:eu-1:0198:service-account:0199') // true
 */
export function isServiceAccount(rn: string): boolean {
  return rn.split(':')[3] === 'service-account';
}

/**
 * The last part of a resource name, which is the id in the paths of calls.
 *
 * @throws {ResourceNameError} when the text is not a resource name.
 * @example
 * resourceIdOf('keyhold:eu-1:0198:tag:0199') // '0199'
 */
export function resourceIdOf(rn: string): string {
  return parseRn(rn).resourceId;
}

/**
 * The account a resource name belongs to.
 *
 * @throws {ResourceNameError} when the text is not a resource name.
 * @example
 * accountIdOf('keyhold:eu-1:0198:tag:0199') // '0198'
 */
export function accountIdOf(rn: string): string {
  return parseRn(rn).accountId;
}
