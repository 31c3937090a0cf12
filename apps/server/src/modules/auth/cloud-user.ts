import type { CloudUser, Policy } from '@keyhold/contract';
import { type Installation, rnOf } from '../../installation.ts';
import { type UserRow, userResource } from '../resources.ts';

/** A user's row with the roles they carry. */
export type CloudUserRow = UserRow & {
  readonly carried: readonly { readonly id: string; readonly name: string; readonly policies: Policy[] }[];
};

/** The user as a token carries them: their roles come with names and policies. */
export function cloudUserOf(installation: Installation, row: CloudUserRow): CloudUser {
  return {
    ...userResource(installation, row),
    roles: row.carried.map(({ id, name, policies }) => ({
      rn: rnOf(installation, row['account-id'], 'role', id),
      name,
      policies,
    })),
  };
}
