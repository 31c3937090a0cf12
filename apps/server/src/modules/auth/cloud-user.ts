import type { CloudUser } from '@keyhold/contract';
import type { Transaction } from '../../db/database.ts';
import type { Installation } from '../../installation.ts';
import { roleResource } from '../roles/role-resource.ts';
import { userResource } from '../users/user-resource.ts';
import { selectUsers } from '../users/users.sql.ts';

/** The user as a token carries them: their roles come with names and policies. */
export async function readCloudUser(tx: Transaction, installation: Installation, userId: string): Promise<CloudUser> {
  const user = await selectUsers(tx).where('users.id', '=', userId).executeTakeFirstOrThrow();
  const roles =
    user['role-ids'].length === 0
      ? []
      : await tx
          .selectFrom('roles')
          .selectAll()
          .where('id', 'in', [...user['role-ids']])
          .execute();
  return {
    ...userResource(installation, user),
    roles: roles.map((row) => {
      const { rn, name, policies } = roleResource(installation, row);
      return { rn, name, policies };
    }),
  };
}
