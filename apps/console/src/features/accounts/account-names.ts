import { type Account, resources } from '@keyhold/contract';
import * as z from 'zod';
import { fieldText } from '#text/auth.ts';
import { fieldChecks } from '#ui/form/field-checks.ts';

/** Whether another account has the name: compared trimmed and case-insensitively. `own` is the one being renamed. */
function isNameTaken(name: string, accounts: readonly Account[], own: string | null): boolean {
  const wanted = comparable(name);
  return accounts.some((account) => account.rn !== own && comparable(account.name) === wanted);
}

function comparable(name: string): string {
  return name.trim().toLowerCase();
}

const checkTexts = fieldChecks(z.object(resources.account.update));

/** What is wrong with an account's fields, the uniqueness of its name included. */
export function checkAccount(accounts: readonly Account[], own: string | null) {
  return (values: { readonly name: string }) => ({
    ...(isNameTaken(values.name, accounts, own) && { name: fieldText.accountNameTaken }),
    ...checkTexts({ ...values }),
  });
}
