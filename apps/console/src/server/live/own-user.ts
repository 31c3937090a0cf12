import { type ConsoleConfig, calls } from '@keyhold/contract';
import { client } from '#server/client/client.ts';
import { paramsOf } from '#server/client/version.ts';
import { authInfoOf, signedInUserSchema } from '#session/auth-info.ts';
import { session } from '#session/session.ts';

/**
 * Updates the signed-in user's name, roles and rights from the server. The token has them as they were at sign-in, and
 * they may change meanwhile.
 */
export async function followOwnUser(config: ConsoleConfig): Promise<void> {
  const auth = session.current();
  if (!auth) return;
  const { item, resources = {} } = await client.send(calls.getUser, {
    params: paramsOf(auth.user),
    query: { resolve: 'all' },
  });
  const roles = item.roles.flatMap((rn) => {
    const role = resources[rn];
    return role && 'policies' in role ? [role] : [];
  });
  const user = signedInUserSchema.parse({ ...item, roles });
  const isSame = JSON.stringify(user) === JSON.stringify(signedInUserSchema.parse(auth.user));
  if (!isSame && session.current()?.token === auth.token) await session.begin(authInfoOf(auth.token, user, config));
}
