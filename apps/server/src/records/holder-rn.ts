import type { Selectable } from 'kysely';
import type { LicensesTable } from '../db/schema.ts';
import { type Installation, rnOf } from '../installation.ts';

/** The columns of a license that name its holder. */
export type HolderFacts = Pick<Selectable<LicensesTable>, 'account-id' | 'holder-id' | 'machine-id'>;

/** The rn of a license's holder, a user or a service account; null when it has none. */
export function holderRn(installation: Installation, seat: HolderFacts): string | null {
  const { 'account-id': account, 'holder-id': holder } = seat;
  return holder && rnOf(installation, account, isMachine(seat) ? 'service-account' : 'user', holder);
}

/** Whether a license's holder is a service account. */
export function isMachine(seat: Pick<HolderFacts, 'holder-id' | 'machine-id'>): boolean {
  return seat['machine-id'] !== null && seat['machine-id'] === seat['holder-id'];
}
