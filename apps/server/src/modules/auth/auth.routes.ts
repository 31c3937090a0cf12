import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import { activate } from './activate.ts';
import { sendActivationLink } from './activation-link.ts';
import { authorize } from './authorize.ts';
import { logout } from './logout.ts';
import { resetPassword } from './reset-password.ts';

export function bindAuth(binder: Binder): void {
  binder.publicProcedure(calls.authorize, authorize);
  binder.publicProcedure(calls.activate, activate);
  binder.publicProcedure(calls.resetPassword, resetPassword);
  binder.operation(calls.logout, logout);
  binder.operation(calls.sendActivationLink, sendActivationLink);
}
