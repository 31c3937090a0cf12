/**
 * The kinds whose queries show data of a changed kind. Each query key begins with the kind of record that the query
 * holds, so that a change of one kind finds every query that shows it.
 */
const dependentKinds: Readonly<Record<string, readonly string[]>> = {
  // A change of a webhook is announced as a change of its account.
  account: ['account', 'webhook', 'security', 'single-sign-on', 'summary'],
  webhook: ['webhook', 'webhook-delivery', 'summary'],
  user: ['user', 'account', 'license', 'session', 'factor'],
  'service-account': ['service-account', 'directory'],
  // A deletion uses the name in the messages, whose selectors have no hyphen.
  serviceAccount: ['service-account', 'directory'],
  role: ['role', 'user', 'service-account'],
  tag: ['tag', 'user', 'license'],
  license: ['license', 'addon-license', 'summary'],
  'addon-license': ['addon-license', 'license'],
  product: ['product', 'license', 'summary'],
  addon: ['addon', 'license', 'addon-license'],
};

/** The first parts of the keys that a change of these kinds makes stale. */
export function staleKinds(types: readonly string[]): ReadonlySet<string> {
  return new Set(types.flatMap((type) => dependentKinds[type] ?? [type]));
}
