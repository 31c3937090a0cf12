import { isDeepStrictEqual } from 'node:util';
import { consumePolicyName, consumersOf, type Policy } from '@keyhold/contract';
import { requirePermission } from '../../access/guards.ts';
import type { Transaction } from '../../db/database.ts';
import type { Procedure } from '../../http/bind.ts';
import { rnOf } from '../../installation.ts';
import { invalid, ProblemError } from '../../problem.ts';
import { findEntry } from '../../records/catalogue.sql.ts';
import { findLicense, lockLicense } from '../../records/licenses.sql.ts';
import { addLicenseAddon, removeLicenseAddon } from '../licenses/addons/license-addons.ts';
import { inPool, policiesOf, requirePolicies, setLicensePolicies } from '../licenses/license-policies.ts';
import { changedTerms } from '../licenses/terms/changed-terms.ts';
import { changeTerms, updateLicenseStatus } from '../licenses/terms/license-terms.ts';
import { forEachSelected } from './for-each.ts';
import { selectedLicenses } from './selected-licenses.ts';

export const changeLicensePolicies: Procedure<'changeLicensePolicies'> = async (
  services,
  _,
  { body },
  { authorize },
) => {
  const first = await authorize();
  const selected = await selectedLicenses(services, first, body, (tx, account) =>
    requirePolicies(tx, first, account, body, []),
  );
  const choice = { policies: body.policies, consumers: body.consumers };
  return forEachSelected(services, authorize, selected, async (tx, actor, id) => {
    const { policies, 'pool-id': pool } = await findLicense(tx, actor, id);
    if (pool) throw await inPool(tx, pool);
    if (areSame(policies, policiesOf(choice, policies))) return false;
    await setLicensePolicies(tx, actor, input(id, choice));
    return true;
  });
};

function areSame(stored: readonly Policy[], policies: readonly Policy[]): boolean {
  if (isDeepStrictEqual(stored, policies)) return true;
  const others = (all: readonly Policy[]) => all.filter(({ name }) => name !== consumePolicyName);
  return (
    isDeepStrictEqual(others(stored), others(policies)) && isDeepStrictEqual(consumersOf(stored), consumersOf(policies))
  );
}

export const changeLicenseStatus: Procedure<'changeLicenseStatus'> = async (services, _, { body }, { authorize }) => {
  const selected = await selectedLicenses(services, await authorize(), body);
  return forEachSelected(services, authorize, selected, async (tx, actor, id) => {
    const { license } = await lockLicense(tx, actor, id);
    if (license.status === body.status) return false;
    await updateLicenseStatus(tx, actor, input(id, { status: body.status }));
    return true;
  });
};

export const changeLicenseTerms: Procedure<'changeLicenseTerms'> = async (services, _, { body }, { authorize }) => {
  const selected = await selectedLicenses(services, await authorize(), body);
  return forEachSelected(services, authorize, selected, async (tx, actor, id) => {
    const { license, before } = await lockLicense(tx, actor, id);
    const changes = changedTerms(license, body);
    if (Object.keys(changes).length === 0) return false;
    await changeTerms(tx, actor, license, before, changes);
    return true;
  });
};

export const changeLicenseAddons: Procedure<'changeLicenseAddons'> = async (services, _, { body }, { authorize }) => {
  const authorizeBoth = async () => {
    const actor = await authorize();
    if (body.remove.length > 0) requirePermission(actor, 'license:RemoveLicenseAddon');
    return actor;
  };
  const actor = await authorizeBoth();
  const addons = { add: [] as string[], remove: [] as string[] };
  const selected = await selectedLicenses(services, actor, body, async (tx) => {
    for (const field of ['add', 'remove'] as const) {
      for (const [index, rn] of body[field].entries()) {
        const refusal = () =>
          invalid(`${field}.${index}`, 'There is no such addon in the catalogue. Choose another addon.');
        addons[field].push(await findEntry(tx, actor, 'addon', rn, refusal));
      }
    }
  });
  // By id, as every change locks rows of one kind.
  const added = [...new Set(addons.add)].filter((id) => !addons.remove.includes(id)).sort();
  return forEachSelected(services, authorizeBoth, selected, async (tx, by, id) => {
    const { license } = await lockLicense(tx, by, id);
    const assigned = await tx
      .selectFrom('addon-licenses')
      .select(['id', 'addon-id'])
      .where('license-id', '=', id)
      .where('deleted-on', 'is', null)
      .orderBy('id')
      .execute();
    const removed = assigned.filter((one) => addons.remove.includes(one['addon-id']));
    for (const one of removed) {
      await removeLicenseAddon(tx, by, {
        params: { id, addonId: one.id },
        body: undefined,
        query: {},
        ifMatch: undefined,
      });
    }
    const missing = added.filter((addon) => !assigned.some((one) => one['addon-id'] === addon));
    for (const addon of missing) {
      const key = await unassigned(tx, license['account-id'], addon);
      const rn = rnOf(by.installation, license['account-id'], 'addon-license', key);
      await addLicenseAddon(tx, by, input(id, { addon: rn }));
    }
    return removed.length > 0 || missing.length > 0;
  });
};

/**
 * Locks an unassigned license of an add-on. One that another transaction is assigning is waited for only if there is no
 * other.
 *
 * @throws {ProblemError} 409 `none-left`
 */
async function unassigned(tx: Transaction, account: string, addon: string): Promise<string> {
  const free = tx
    .selectFrom('addon-licenses')
    .select('id')
    .where('account-id', '=', account)
    .where('addon-id', '=', addon)
    .where('license-id', 'is', null)
    .where('deleted-on', 'is', null)
    .orderBy('id')
    .limit(1)
    .forUpdate();
  const found = (await free.skipLocked().executeTakeFirst()) ?? (await free.executeTakeFirst());
  if (found) return found.id;
  const { name } = await tx.selectFrom('addons').select('name').where('id', '=', addon).executeTakeFirstOrThrow();
  const message = `No unassigned license of the addon ${name} is left. Issue more, or unassign one elsewhere.`;
  throw new ProblemError(409, [{ code: 'none-left', message }]);
}

/** The input of the operation for a single license. */
function input<Body>(id: string, body: Body) {
  return { params: { id }, body, query: {}, ifMatch: undefined };
}
