import { permits } from '@keyhold/contract';
import { useAuthInfo } from './use-session.ts';

/** Whether whoever is signed in holds a permission. It decides only what is offered: the server decides what is done. */
export function useMay(action: string): boolean {
  const { user } = useAuthInfo();
  return permits([...user.policies, ...user.roles.flatMap(({ policies }) => policies)], action);
}
