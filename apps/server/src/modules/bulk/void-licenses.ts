import type { Procedure } from '../../http/bind.ts';
import { restoreLicense, voidLicense } from '../licenses/terms/void-license.ts';
import { forEachSelected } from './for-each.ts';
import { selectedLicenses } from './selected-licenses.ts';

export const voidLicenses: Procedure<'voidLicenses'> = async (services, _, { body }, { authorize }) => {
  const selected = await selectedLicenses(services, await authorize(), body);
  return forEachSelected(services, authorize, selected, async (tx, actor, id) => {
    await voidLicense(tx, actor, { params: { id }, body: undefined, query: {}, ifMatch: undefined });
    return true;
  });
};

export const restoreLicenses: Procedure<'restoreLicenses'> = async (services, _, { body }, { authorize }) => {
  const selected = await selectedLicenses(services, await authorize(), body);
  return forEachSelected(services, authorize, selected, async (tx, actor, id) => {
    const voided = await tx.selectFrom('licenses').select('deleted-on').where('id', '=', id).executeTakeFirst();
    await restoreLicense(tx, actor, { params: { id }, body: undefined, query: {}, ifMatch: undefined });
    return voided?.['deleted-on'] != null;
  });
};
