import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import { getLicenseUsage } from './license-usage.ts';
import { getAccountUsage, getUsage } from './usage.ts';

export function bindUsage(binder: Binder): void {
  binder.operation(calls.getUsage, getUsage);
  binder.operation(calls.getAccountUsage, getAccountUsage);
  binder.operation(calls.getLicenseUsage, getLicenseUsage);
}
