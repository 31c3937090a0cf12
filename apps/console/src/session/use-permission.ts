import { permits } from '@keyhold/contract';
import { useAuthInfo } from './use-session.ts';

/** Whether the user has a permission. It only decides what the console offers; the server checks every call. */
export function usePermission(action: string): boolean {
  const { user } = useAuthInfo();
  return permits([...user.policies, ...user.roles.flatMap(({ policies }) => policies)], action);
}
