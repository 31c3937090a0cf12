import { sql } from 'kysely';
import { keyOf } from '../../access/guards.ts';
import { audit } from '../../audit/audit.ts';
import type { Operation } from '../../http/bind.ts';
import { requireFresh } from '../../http/etag.ts';
import { invalid, notFound } from '../../problem.ts';
import { requireProviderStaff } from './catalogue.ts';
import { timedProductResource } from './catalogue-resource.ts';

/** Changes a product. New lease times hold from each lease's next heartbeat on. */
export const updateProduct: Operation<'updateProduct'> = async (tx, actor, { params, body, ifMatch }) => {
  requireProviderStaff(actor);
  const { installation } = actor;
  const row = await tx
    .selectFrom('products')
    .selectAll()
    .where('id', '=', keyOf(params.id))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  const before = timedProductResource(installation, row);
  requireFresh(ifMatch, before);
  const { name, description } = body;
  const times = {
    'heartbeat-seconds': body['heartbeat-seconds'],
    'lease-seconds': body['lease-seconds'],
    'grace-seconds': body['grace-seconds'],
  };
  if (times['lease-seconds'] < 2 * times['heartbeat-seconds']) {
    throw invalid(
      'lease-seconds',
      'A lease must last at least two heartbeats, so that one may be lost. Make it longer, or the heartbeat shorter.',
    );
  }
  const changed = await tx
    .updateTable('products')
    .set({ name, description, ...times, 'updated-on': sql`clock_timestamp()` })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const item = timedProductResource(installation, changed);
  await audit(tx, actor, {
    account: installation.providerAccountId,
    action: 'adm:UpdateProduct',
    resource: item.rn,
    before,
    after: item,
  });
  return { item };
};
