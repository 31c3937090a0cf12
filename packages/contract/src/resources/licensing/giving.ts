/**
 * What giving a user a license of a product, or taking it, does: `given` one, `has` already one that names them,
 * `none-left`, or refused because the user is `inactive`; `taken`, or `none` that names them.
 */
export const giftOutcomes = ['given', 'has', 'none-left', 'inactive', 'taken', 'none'] as const;
export type GiftOutcome = (typeof giftOutcomes)[number];

/** The number up to which the licenses that can be given are counted. */
export const freeLimit = 10_000;
