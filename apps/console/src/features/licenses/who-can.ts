import { decideLicense, type Policy } from '@keyhold/contract';
import type { UserWithNames } from '#api/users.ts';

/** Who could use a license, as far as its policies decide it. */
export interface WhoCan {
  people: UserWithNames[];
  /** How many more could, had they activated their access. */
  pending: number;
}

/** Decides, as the server does, which of some users a license's policies let use it. Inactive users never can. */
export function whoCan(policies: readonly Policy[], license: string, users: readonly UserWithNames[]): WhoCan {
  const allowed = users.filter(
    ({ rn, tags, status }) =>
      status !== 'Inactive' &&
      decideLicense(policies, license, 'license:ConsumeLicense', { rn, tags: tags.map((tag) => tag.rn) }).allowed,
  );
  return {
    people: allowed.filter(({ status }) => status === 'Active'),
    pending: allowed.filter(({ status }) => status === 'Pending').length,
  };
}
