import { type Access, type Call, permits } from '@keyhold/contract';
import { forbidden, ProblemError } from '../problem.ts';
import type { Actor } from './actor.ts';

/** @throws {ProblemError} 403 when the caller may not make a call */
export function requireAccess(call: Call, actor: Actor, params: unknown): void {
  if (hasAccess(call, actor, params)) return;
  if (call.access.kind === 'action' || !actor.isServiceAccount) throw forbidden();
  throw new ProblemError(403, [
    { code: 'service-account', message: 'Only people can do this, not a service account.' },
  ]);
}

/** Whether a caller may make a call, as the contract says of it ({@link Access}). */
export function hasAccess({ access }: Call, actor: Actor, params: unknown): boolean {
  if (access.kind === 'public') return true;
  if (access.kind === 'action' && access.acrossAccounts && !actor.crossesAccounts) return false;
  if (actor.application && !isOpenTo(actor.application, access, actor, params)) return false;
  if (actor.isServiceAccount) {
    if (access.kind === 'signed-in') return access.serviceAccounts === true;
    return access.policy === true || permits(actor.policies, access.action);
  }
  if (access.oneself && isOneself(actor, params)) return true;
  if (access.kind === 'signed-in' && !access.oneself) return true;
  return access.kind === 'action' && (access.policy || permits(actor.policies, access.action));
}

/** Closed by default: the CLI may not make console-only calls, and other applications only calls marked `own`. */
function isOpenTo(
  { product }: NonNullable<Actor['application']>,
  access: Exclude<Access, { kind: 'public' }>,
  actor: Actor,
  params: unknown,
): boolean {
  if (product === null) return access.applications !== 'none';
  return access.applications === 'own' && (!access.oneself || isOneself(actor, params));
}

function isOneself(actor: Actor, params: unknown): boolean {
  const { id } = params as { id?: string };
  return id?.length === actor.userId.length && id.toLowerCase() === actor.userId;
}
