import { decideLicense, type Policy, type Subject } from '@keyhold/contract';

/** A policy group: licenses with the same policies, in the order in which they would be taken. */
export interface LicenseGroup {
  readonly policies: readonly Policy[];
  /** The rns of the licenses. */
  readonly licenses: readonly string[];
}

/**
 * The licenses that a person may consume, best first: those whose policy names the person, then those for their tags,
 * then those for everyone (protocol, 'Calls'). Of equals the given order stays.
 */
export function rankSeats(groups: readonly LicenseGroup[], subject: Subject): string[] {
  const ranked: string[][] = [[], [], []];
  for (const { policies, licenses } of groups) {
    // A statement may be narrowed to certain licenses; only then do licenses with equal policies differ.
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

/** Whether a license's policies let a person consume it. */
export function mayConsume(policies: readonly Policy[], license: string, subject: Subject): boolean {
  return decideLicense(policies, license, 'license:ConsumeLicense', subject).allowed;
}

/** 0 when the deciding statement names the person, 1 when it requires tags, 2 when it holds for everyone; null when denied. */
function precedenceOf(policies: readonly Policy[], license: string, subject: Subject): 0 | 1 | 2 | null {
  const decision = decideLicense(policies, license, 'license:ConsumeLicense', subject);
  if (!decision.allowed) return null;
  const allowing = decision.statements.filter((statement) => statement.applies && statement.effect === 'Allow');
  if (allowing.some((statement) => statement.principal === 'matched')) return 0;
  const statements = policies
    .filter((policy) => policy.name === 'Consume License Policy')
    .flatMap((one) => one.statements);
  const byTags = allowing.some(({ index }) => statements[index]?.conditions.some(({ tags }) => tags.length > 0));
  return byTags ? 1 : 2;
}

function namesLicenses(policies: readonly Policy[]): boolean {
  return policies.some((policy) => policy.statements.some((statement) => statement.resources.length > 0));
}
