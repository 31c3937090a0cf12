import { formatRn, type ResourceType } from '@keyhold/contract';

/** Settings that are fixed for a whole installation, such as the provider account and the Shared product. */
export interface Installation {
  readonly region: string;
  readonly providerAccountId: string;
  readonly providerEmailDomain: string;
  readonly sharedProductId: string;
  readonly productTitle: string;
  /** The address of the console, without a trailing slash; links in mails begin with it. */
  readonly publicUrl: string;
}

/** The resource name of a resource in an account. */
export function rnOf(installation: Installation, accountId: string, type: ResourceType, id: string): string {
  return formatRn(installation.region, accountId, type, id);
}

/** The resource name of a product, add-on or application; the catalogue belongs to the provider. */
export function catalogueRnOf(
  installation: Installation,
  type: 'product' | 'addon' | 'application',
  id: string,
): string {
  return formatRn(installation.region, installation.providerAccountId, type, id);
}
