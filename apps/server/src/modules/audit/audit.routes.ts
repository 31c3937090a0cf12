import { calls } from '@keyhold/contract';
import type { Binder } from '../../http/bind.ts';
import { exportAudit } from './audit-export.ts';
import { listAudit } from './audit-list.ts';

export function bindAudit(binder: Binder): void {
  binder.operation(calls.listAudit, listAudit);
  binder.stream(calls.exportAudit, exportAudit);
}
