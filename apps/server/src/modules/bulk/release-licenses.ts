import type { Procedure } from '../../http/bind.ts';
import { findLicense } from '../../records/licenses.sql.ts';
import { unassignLicense } from '../licenses/licenses.ts';
import { forEachSelected } from './for-each.ts';
import { selectedLicenses } from './selected-licenses.ts';

export const releaseLicenses: Procedure<'releaseLicenses'> = async (services, _, { body }, { authorize }) => {
  const selected = await selectedLicenses(services, await authorize(), body);
  return forEachSelected(services, authorize, selected, async (tx, actor, id) => {
    const { held } = await findLicense(tx, actor, id);
    await unassignLicense(tx, actor, { params: { id }, query: {}, body: {}, ifMatch: undefined });
    return held;
  });
};
