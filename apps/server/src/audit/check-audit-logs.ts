import type { Logger } from 'pino';
import { inOneTransaction, withClient } from '../db/open/owner-client.ts';
import { queryRow } from '../db/open/query-row.ts';
import { checkAuditChains, describeBrokenLink, noteAuditCheck } from './audit-chains.ts';

/** Hours between two checks of every audit log: less than a day, so that the time of day does not drift. */
const everyHours = 23;

/**
 * Recomputes the chain of every audit log once a day, and records the number of broken ones for the metrics. Logs each
 * broken one in the server's own log.
 *
 * @param connectionString of the tables' owner, without a pooler
 */
export async function checkAuditLogs(connectionString: string, log: Logger, signal: AbortSignal): Promise<void> {
  await withClient(connectionString, async (client) => {
    const { due } = await queryRow<{ due: boolean }>(
      client,
      'select coalesce("audit-checked-on" <= now() - make_interval(hours => $1), true) as due from upkeep',
      [everyHours],
    );
    if (!due) return;
    // Only closing the connection ends a long statement.
    signal.addEventListener('abort', () => void client.end().catch(() => undefined), { once: true });
    signal.throwIfAborted();
    const check = await inOneTransaction(client, 'read', () => checkAuditChains(client));
    for (const link of check.broken) log.error({ link }, describeBrokenLink(link));
    await noteAuditCheck(client, check);
  });
}
