import { formatRn, type ResourceType } from '@keyhold/contract';

/** What is fixed for a whole installation: who provides, where, and which product means Shared. */
export interface Installation {
  readonly region: string;
  readonly providerAccountId: string;
  readonly providerEmailDomain: string;
  readonly sharedProductId: string;
  readonly productTitle: string;
  /** Where people reach the console, without a trailing slash; links in mails begin with it. */
  readonly publicUrl: string;
}

/** The resource name of a resource of an account. */
export function rnOf(installation: Installation, accountId: string, type: ResourceType, id: string): string {
  return formatRn(installation.region, accountId, type, id);
}

/** The resource name of a product or add-on; the catalogue is the provider's. */
export function catalogueRnOf(
  installation: Installation,
  type: 'product' | 'addon' | 'application',
  id: string,
): string {
  return formatRn(installation.region, installation.providerAccountId, type, id);
}
