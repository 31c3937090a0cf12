/** The kinds of data that the console caches: the first part of each query key. */
export const kinds = [
  'account',
  'addon',
  'addon-license',
  'application',
  'audit',
  'directory',
  'factor',
  'license',
  'pool',
  'product',
  'role',
  'security',
  'service-account',
  'session',
  'single-sign-on',
  'summary',
  'tag',
  'usage',
  'user',
  'webhook',
  'webhook-delivery',
] as const;

export type Kind = (typeof kinds)[number];

/** The kinds whose queries show data of a changed kind; by default only that kind itself. */
const dependentKinds: Readonly<Partial<Record<Kind, readonly Kind[]>>> = {
  // A change of a webhook is announced as a change of its account.
  account: ['account', 'webhook', 'security', 'single-sign-on', 'summary'],
  webhook: ['webhook', 'webhook-delivery', 'summary'],
  user: ['user', 'account', 'license', 'session', 'factor'],
  'service-account': ['service-account', 'directory'],
  role: ['role', 'user', 'service-account'],
  tag: ['tag', 'user', 'license'],
  license: ['license', 'addon-license', 'pool', 'summary'],
  pool: ['pool', 'license', 'summary'],
  'addon-license': ['addon-license', 'license', 'summary'],
  product: ['product', 'license', 'summary'],
  addon: ['addon', 'license', 'addon-license', 'summary'],
};

/** The kinds of the queries that a change of these kinds makes stale. */
export function staleKinds(changed: readonly Kind[]): ReadonlySet<Kind> {
  // Every change is in the log.
  return new Set(changed.flatMap((kind) => [...(dependentKinds[kind] ?? [kind]), 'audit']));
}

/** Whether a kind that the server announced, or that a resource name contains, is one that the console caches. */
export function isKind(text: string): text is Kind {
  return (kinds as readonly string[]).includes(text);
}
