import { type Installation, rnOf } from '@keyhold/server/installation';
import { v7 } from 'uuid';
import { type Catalogue, demoCatalogue } from './catalogue.ts';
import type { Company, FindRn } from './company.ts';
import { createRandom } from './rows/random.ts';
import { datesFrom, type When } from './rows/when.ts';
import type { Secrets } from './secrets.ts';

/** A company with its ids, from which its rows are created. */
export interface Plan {
  readonly company: Company;
  /** The name of its account. */
  readonly name: string;
  readonly installation: Installation;
  readonly catalogue: Catalogue;
  readonly secrets: Secrets;
  readonly when: When;
  readonly accountId: string;
  readonly userIds: ReadonlyMap<string, string>;
  readonly tagIds: ReadonlyMap<string, string>;
  readonly find: FindRn;
}

/** Assigns ids to a company and its rows; like all ids, they sort by creation time. */
export function planOf(
  company: Company,
  shared: {
    readonly installation: Installation;
    readonly providerName: string;
    readonly secrets: Secrets;
    readonly now: Date;
  },
): Plan {
  const { installation, secrets, now } = shared;
  const random = createRandom(company.daysOld);
  const when = datesFrom(now, () => random.between(0, 1));
  const idOf = (daysAgo: number) => v7({ msecs: when.ago(daysAgo).getTime() });
  const accountId = company.name === null ? installation.providerAccountId : idOf(company.daysOld);
  const userIds = new Map(company.people.map((one) => [one.mailbox, idOf(one.joinedDaysAgo)]));
  const tagIds = new Map(company.tags.map((tag) => [tag.name, idOf(company.daysOld)]));
  return {
    company,
    name: company.name ?? shared.providerName,
    installation,
    catalogue: demoCatalogue(installation.sharedProductId),
    secrets,
    when,
    accountId,
    userIds,
    tagIds,
    find: {
      user: (mailbox) => rnOf(installation, accountId, 'user', required(userIds, mailbox)),
      tag: (name) => rnOf(installation, accountId, 'tag', required(tagIds, name)),
    },
  };
}

/** Finds a value by its name. A missing name is an error in the demo's data. */
export function required<Value>(things: ReadonlyMap<string, Value>, name: string): Value {
  const found = things.get(name);
  if (found === undefined) throw new Error(`The demo's data refers to ${name}, which it does not contain.`);
  return found;
}

/** The e-mail of a company's user. */
export function emailOf({ company, installation }: Plan, mailbox: string): string {
  return `${mailbox}@${company.domain ?? installation.providerEmailDomain}`;
}

/** Shared if the company has a license of the Shared product, as in the specification. */
export function strategyOf(company: Company): 'Shared' | 'User-based' {
  return company.licenses.some((license) => license.product === 'shared') ? 'Shared' : 'User-based';
}
