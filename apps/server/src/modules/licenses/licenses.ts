import { isDeepStrictEqual } from 'node:util';
import { decideLicense, matchesAction, type Policy, permits, resources, textsIn } from '@keyhold/contract';
import type { Actor } from '../../access/actor.ts';
import { auditItem } from '../../audit/audit.ts';
import type { Transaction } from '../../db/database.ts';
import type { Operation } from '../../http/bind.ts';
import { rnOf } from '../../installation.ts';
import { invalid, notFound, ProblemError } from '../../problem.ts';
import { changeLicense, findLicense, lockLicense } from '../../records/licenses.sql.ts';
import { type LicenseRow, licensePolicies, licenseResource } from '../../records/resources.ts';
import { moveSeats } from '../leases/move-seats.ts';
import type { Ending } from '../leases/seat/seat.ts';
import { resourcesOfLicenses } from './resources-of-licenses.ts';

export const getLicense: Operation<'getLicense'> = async (tx, actor, { params, query }) => {
  const license = await findLicense(tx, actor, params.id);
  await requireReading(tx, actor, license);
  const item = licenseResource(actor.installation, license);
  if (query.resolve !== 'all') return { item };
  return { item, resources: await resourcesOfLicenses(tx, actor, [license]) };
};

export const updateLicense: Operation<'updateLicense'> = async (tx, actor, { params, body, ifMatch }) => {
  const { license, before } = await lockLicense(tx, actor, params.id, ifMatch);
  if (body.certificate && !isDeepStrictEqual({ ...before.certificate, ...body.certificate }, before.certificate)) {
    throw invalid('certificate', 'The certificate of a license cannot be changed here; only its description can.');
  }
  const item = await changeLicense(tx, actor, license.id, textsIn(resources.license, body));
  await auditItem(tx, actor, 'license:UpdateLicense', before, item);
  return { item };
};

function otherHolder(holder: string | null): ProblemError {
  const message =
    holder === null
      ? 'Nobody uses this license any more.'
      : 'Somebody else uses this license by now. Release it again if you want to log them off.';
  return new ProblemError(412, [{ code: 'other-holder', path: 'holder', message }]);
}

const byAdministrator: Ending = { reason: 'released', message: 'An administrator released this license.' };

export const unassignLicense: Operation<'unassignLicense'> = async (tx, actor, { params, query, body }) => {
  const { license, before } = await lockLicense(tx, actor, params.id);
  const { user } = before.state;
  const seen = query.holder === undefined ? body?.holder : query.holder || null;
  if (seen !== undefined && seen !== user) throw otherHolder(user);
  if (body?.mode === 'now') {
    await moveSeats(tx, actor, 'release', [license.id], byAdministrator);
    await moveSeats(tx, actor, 'free now', [license.id], byAdministrator);
    return {};
  }
  if (license['lease-state'] === 'offline' && license.held) {
    const until = license['expires-at']?.toISOString();
    const message = `This license is in offline use until ${until} and cannot be recalled before.`;
    throw new ProblemError(409, [{ code: 'offline', message }], { details: { 'offline-until': until } });
  }
  await moveSeats(tx, actor, 'release', [license.id], byAdministrator);
  return {};
};

/** Whether a statement denies an action, even if others allow it. */
function denies(policies: readonly Policy[], action: string): boolean {
  return policies.some((policy) =>
    policy.statements.some(
      ({ effect, actions }) => effect === 'Deny' && actions.some((permission) => matchesAction(permission, action)),
    ),
  );
}

/** @throws {ProblemError} 404 unless the actor's policies or the license's own policies allow reading it */
async function requireReading(tx: Transaction, actor: Actor, license: LicenseRow): Promise<void> {
  if (permits(actor.policies, 'license:GetLicense')) return;
  // A license's policy cannot override a denial by the caller's own policies.
  if (denies(actor.policies, 'license:GetLicense')) throw notFound();
  const rn = rnOf(actor.installation, license['account-id'], 'license', license.id);
  const tags = await tx.selectFrom('user-tags').select('tag-id').where('user-id', '=', actor.userId).execute();
  const subject = {
    rn: actor.rn,
    tags: tags.map((row) => rnOf(actor.installation, actor.accountId, 'tag', row['tag-id'])),
  };
  const own = license['account-id'] === actor.accountId;
  if (!own || !decideLicense(licensePolicies(license), rn, 'license:GetLicense', subject).allowed) throw notFound();
}
