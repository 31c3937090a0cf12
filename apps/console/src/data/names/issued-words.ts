import { issuedQuery } from '#data/catalogue.ts';
import { issuedText } from '#i18n/text/licensing.ts';
import { useSideQuery } from '#server/cache/side-query.ts';

/** Returns the number of licenses of a product or an add-on, 0 for one that was not issued; null until it is known. */
export function useIssued(): (rn: string) => { licenses: number; accounts: number } | null {
  const items = useSideQuery(issuedQuery);
  const counts = new Map(items?.map(({ entry, ...count }) => [entry, count]));
  return (rn) => (items ? (counts.get(rn) ?? { licenses: 0, accounts: 0 }) : null);
}

/** How many were issued, in words; empty until it is known. */
export function issuedWords(count: ReturnType<ReturnType<typeof useIssued>>): string {
  if (!count) return '';
  return count.licenses === 0 ? issuedText.none : issuedText.inAccounts(count);
}
