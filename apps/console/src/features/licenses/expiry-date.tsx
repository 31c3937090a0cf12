import type { Expiry } from '@keyhold/contract';
import { expiryOf } from '#api/license-words.ts';
import { RelativeDay } from '#ui/date/relative-date.tsx';

/** When a license ends; the same in the list and in the detail. */
export function ExpiryDate({ expiry }: { expiry: Expiry }) {
  const shown = expiryOf(expiry);
  return 'date' in shown ? <RelativeDay value={shown.date} /> : <span>{shown.words}</span>;
}
