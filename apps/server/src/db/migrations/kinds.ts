/**
 * When a migration runs. An `expand` migration runs before its server listens, a `beside` migration afterwards, while
 * requests are served: servers of the previous version tolerate both. A `contract` migration removes what only they
 * need, once none is left.
 */
export type Kind = 'expand' | 'beside' | 'contract';

/** The kind of a migration by its name, such as `0064-contract-uses`; it applies to unknown newer migrations too. */
export function kindOf(name: string): Kind {
  const [, kind] = /^\d{4}-(beside|contract)-/.exec(name) ?? [];
  return kind === 'beside' || kind === 'contract' ? kind : 'expand';
}
