import type { Account } from '@keyhold/contract';
import { fieldText } from '#text/auth.ts';

/** Refuses the name of another account, compared trimmed and case-insensitively. `own` is the one being renamed. */
export function checkName(accounts: readonly Account[], own: string | null) {
  return ({ name }: { readonly name: string }) => {
    const taken = accounts.some((account) => account.rn !== own && comparable(account.name) === comparable(name));
    return taken ? { name: fieldText.accountNameTaken } : {};
  };
}

function comparable(name: string): string {
  return name.trim().toLowerCase();
}
