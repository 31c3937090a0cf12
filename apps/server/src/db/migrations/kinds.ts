/**
 * When a migration runs. An `expand` migration runs before its server listens, and `beside` after that, while requests go on:
 * servers of the version before bear both. A `contract` migration takes away what only they need, once none is left.
 */
export type Kind = 'expand' | 'beside' | 'contract';

/** The kind of a migration by its name, so that a server knows it of a newer one's, too: `0064-contract-uses`. */
export function kindOf(name: string): Kind {
  const [, kind] = /^\d{4}-(beside|contract)-/.exec(name) ?? [];
  return kind === 'beside' || kind === 'contract' ? kind : 'expand';
}
