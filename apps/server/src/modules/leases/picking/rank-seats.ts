import { consumePolicyName, decideLicense, type Policy, type Subject } from '@keyhold/contract';

/** A policy group: licenses with the same policies, best first. */
interface LicenseGroup {
  readonly policies: readonly Policy[];
  /** The rns of the licenses. */
  readonly licenses: readonly string[];
}

/**
 * The licenses that a user may consume, best first: those whose policy names the user, then those for their tags, then
 * those for everyone. Stable: ties keep the given order.
 */
export function rankSeats(groups: readonly LicenseGroup[], subject: Subject): string[] {
  const ranked: string[][] = [[], [], []];
  for (const { policies, licenses } of groups) {
    // Decisions for licenses with equal policies differ only if a statement is narrowed to certain licenses.
    if (!namesLicenses(policies)) {
      const [first] = licenses;
      const precedence = first === undefined ? null : precedenceOf(policies, first, subject);
      if (precedence !== null) ranked[precedence]?.push(...licenses);
      continue;
    }
    for (const license of licenses) {
      const precedence = precedenceOf(policies, license, subject);
      if (precedence !== null) ranked[precedence]?.push(license);
    }
  }
  return ranked.flat();
}

/** Whether a license's policies allow a user to consume it. */
export function mayConsume(policies: readonly Policy[], license: string, subject: Subject): boolean {
  return decideLicense(policies, license, 'license:ConsumeLicense', subject).allowed;
}

/** 0 if the deciding statement names the user, 1 if it requires tags, 2 if it is for everyone. */
export type Precedence = 0 | 1 | 2;

/** The precedence of a license, or of a pool, for a user; null when its policies do not allow them. */
export function precedenceOf(policies: readonly Policy[], license: string, subject: Subject): Precedence | null {
  const decision = decideLicense(policies, license, 'license:ConsumeLicense', subject);
  if (!decision.allowed) return null;
  const allowing = decision.statements.filter((statement) => statement.applies && statement.effect === 'Allow');
  if (allowing.some((statement) => statement.principal === 'matched')) return 0;
  const statements = policies.filter((policy) => policy.name === consumePolicyName).flatMap((one) => one.statements);
  const byTags = allowing.some(({ index }) => statements[index]?.conditions.some(({ tags }) => tags.length > 0));
  return byTags ? 1 : 2;
}

function namesLicenses(policies: readonly Policy[]): boolean {
  return policies.some((policy) => policy.statements.some((statement) => statement.resources.length > 0));
}
