import type { calls } from '@keyhold/contract';
import { sql } from 'kysely';
import { reachableAccount } from '../../access/guards.ts';
import type { Operation } from '../../http/bind.ts';
import { listPage } from '../../lists/page.ts';
import { auditRow, selectAudit } from './audit-row.ts';

export const listAudit: Operation<typeof calls.listAudit> = async (tx, actor, { query }) => {
  const account = await reachableAccount(tx, actor, query.account ?? actor.accountId);
  const { rows, ...page } = await listPage(selectAudit(tx, account, query), auditSorts, query, '-seq');
  return { items: rows.map((row) => auditRow(actor.installation, row)), ...page };
};

const auditSorts = { seq: [sql.ref('audit.seq')] };
