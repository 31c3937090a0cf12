import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import { listAccountRoles, listRoles } from './roles.ts';

export function bindRoles(binder: Binder): void {
  binder.operation(calls.listRoles, listRoles);
  binder.operation(calls.listAccountRoles, listAccountRoles);
}
