import { join } from 'node:path';
import { credentialsFile } from '@keyhold/server/demo';
import { emailOf, type Plan, strategyOf } from './plan.ts';

/** The sign-in details of a demo user: an entry of `demo-credentials.json`. */
export interface DemoCredential {
  readonly account: string;
  readonly 'account-id': string;
  readonly strategy: 'Shared' | 'User-based';
  readonly role: string;
  readonly email: string;
  readonly password: string;
}

/** The path of the demo's sign-in details. */
export function credentialsPath(dataDirectory: string): string {
  return join(dataDirectory, credentialsFile);
}

/** The sign-in details of a company's users that are printed when the demo starts. */
export function credentialsOf(plan: Plan): DemoCredential[] {
  return plan.company.people.flatMap((person) =>
    person.shown === null
      ? []
      : [
          {
            account: plan.name,
            'account-id': plan.accountId,
            strategy: strategyOf(plan.company),
            role: person.shown,
            email: emailOf(plan, person.mailbox),
            password: plan.secrets.of(person).password,
          },
        ],
  );
}

/** Formats sign-in details as a table. */
export function tableOf(credentials: readonly DemoCredential[]): string {
  const rows = [
    ['Account', 'Strategy', 'Role', 'Email', 'Password'],
    ...credentials.map((one) => [one.account, one.strategy, one.role, one.email, one.password]),
  ];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}
