import { resources, textsIn } from '@keyhold/contract';
import type { Actor } from '../../../access/actor.ts';
import { accountFilter, keyOf } from '../../../access/guards.ts';
import { auditItem } from '../../../audit/audit.ts';
import { inAccount } from '../../../db/conditions.ts';
import { type Transaction, updateRow } from '../../../db/database.ts';
import type { Operation } from '../../../http/bind.ts';
import { requireFresh } from '../../../http/reply.ts';
import { notFound } from '../../../problem.ts';
import { addonLicenseResource } from '../../../records/resources.ts';

export const getAddonLicense: Operation<'getAddonLicense'> = async (tx, actor, { params }) => ({
  item: addonLicenseResource(actor.installation, await findAddonLicense(tx, actor, params.id)),
});

export const updateAddonLicense: Operation<'updateAddonLicense'> = async (tx, actor, { params, body, ifMatch }) => {
  const license = await findAddonLicense(tx, actor, params.id, { lock: true });
  const before = addonLicenseResource(actor.installation, license);
  requireFresh(ifMatch, before);
  const row = await updateRow(tx, 'addon-licenses', license.id, textsIn(resources.addonLicense, body))
    .returningAll()
    .executeTakeFirstOrThrow();
  const item = addonLicenseResource(actor.installation, row);
  await auditItem(tx, actor, 'license:UpdateLicense', before, item);
  return { item };
};

/** Finds an add-on license within the actor's reach; `lock` locks it for a change. */
async function findAddonLicense(tx: Transaction, actor: Actor, key: string, { lock = false } = {}) {
  const { account } = accountFilter(actor);
  let query = tx
    .selectFrom('addon-licenses')
    .selectAll()
    .where('id', '=', keyOf(key))
    .where('deleted-on', 'is', null)
    .where(inAccount('addon-licenses'));
  if (account) query = query.where('account-id', '=', account);
  if (lock) query = query.forUpdate();
  const license = await query.executeTakeFirst();
  if (!license) throw notFound();
  return license;
}
