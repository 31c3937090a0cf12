/**
 * Keys of the query cache. Each begins with the kind of thing it holds, so that a change of one kind finds every query
 * that shows it.
 */
export const keys = {
  accounts: () => ['account', 'list'] as const,
  account: (id: string) => ['account', 'item', id] as const,
  users: (accountId: string) => ['user', 'list', accountId] as const,
  pendingUsers: (accountId: string) => ['user', 'pending', accountId] as const,
  user: (id: string) => ['user', 'item', id] as const,
  roles: (accountId: string) => ['role', 'list', accountId] as const,
  tags: (accountId: string) => ['tag', 'list', accountId] as const,
  tag: (id: string) => ['tag', 'item', id] as const,
  licenses: (accountId: string) => ['license', 'list', accountId] as const,
  summary: (accountId: string) => ['summary', accountId] as const,
  providerSummary: () => ['summary', 'every account'] as const,
  endingLicenses: (accountId: string) => ['license', 'ending', accountId] as const,
  license: (id: string) => ['license', 'item', id] as const,
  licenseUsage: (id: string, range: string) => ['license', 'usage', id, range] as const,
  usage: (accountId: string, product: string | null, range: string) => ['usage', accountId, product, range] as const,
  explanation: (user: string, license: string) => ['license', 'explanation', user, license] as const,
  consumable: () => ['license', 'consumable'] as const,
  products: () => ['product', 'list'] as const,
  product: (id: string) => ['product', 'item', id] as const,
  addons: () => ['addon', 'list'] as const,
  applications: () => ['application', 'list'] as const,
  application: (id: string) => ['application', 'item', id] as const,
  strategy: (accountId: string) => ['license', 'strategy', accountId] as const,
  activity: (rn: string) => [typeOf(rn), 'activity', rn] as const,
  lastChanges: (rn: string) => [typeOf(rn), 'last-changes', rn] as const,
  removed: (kind: string, accountId: string) => [kind, 'removed', accountId] as const,
  sessions: (userId: string) => ['session', 'list', userId] as const,
  factors: (userId: string) => ['factor', 'list', userId] as const,
  security: (accountId: string) => ['security', accountId] as const,
  withoutFactor: (accountId: string, among: string) => ['user', 'without factor', accountId, among] as const,
  singleSignOn: (accountId: string) => ['single-sign-on', accountId] as const,
  directories: (accountId: string) => ['directory', accountId] as const,
  webhooks: (accountId: string) => ['webhook', 'list', accountId] as const,
  webhook: (id: string) => ['webhook', 'item', id] as const,
  webhookDeliveries: (id: string) => ['webhook-delivery', 'list', id] as const,
  addonLicense: (id: string) => ['addon-license', 'item', id] as const,
  serviceAccounts: (accountId: string) => ['serviceAccount', 'list', accountId] as const,
  serviceAccount: (id: string) => ['serviceAccount', 'item', id] as const,
  serviceAccountTokens: (id: string) => ['serviceAccount', 'tokens', id] as const,
  unassignedAddons: (accountId: string) => ['addon-license', 'list', accountId] as const,
};

/** The kind of thing that an rn names, as the keys begin with it. */
function typeOf(rn: string): string {
  return rn.split(':')[3] ?? '';
}

/** Kinds whose queries show something of a kind that changed. */
const shownBy: Readonly<Record<string, readonly string[]>> = {
  // A change of a webhook is announced as a change of its account.
  account: ['account', 'webhook', 'security', 'single-sign-on', 'summary'],
  webhook: ['webhook', 'webhook-delivery', 'summary'],
  user: ['user', 'account', 'license', 'session', 'factor'],
  // Its rn is spelled otherwise than its messages and keys.
  'service-account': ['serviceAccount', 'service-account', 'directory'],
  role: ['role', 'user', 'serviceAccount'],
  tag: ['tag', 'user', 'license'],
  license: ['license', 'addon-license', 'summary'],
  'addon-license': ['addon-license', 'license'],
  product: ['product', 'license', 'summary'],
  addon: ['addon', 'license', 'addon-license'],
};

/** The first parts of the keys that a change of these kinds makes stale. */
export function staleKinds(types: readonly string[]): ReadonlySet<string> {
  return new Set(types.flatMap((type) => shownBy[type] ?? [type]));
}
