import { resources } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand } from '../../command/define-command.ts';
import { addIssueOptions, type IssueOptions, issue } from '../../issuing/issue.ts';
import { addonLicenseKind, licenseKind } from '../../issuing/issue-licenses.ts';
import type { Values } from '../../issuing/sheet.ts';
import { addTextOptions, optionKey } from '../../output/texts.ts';

/** `licenses issue` */
export function addLicenseIssue(group: Command): void {
  const issuing = defineCommand(
    group,
    'issue',
    `Issue licenses of one kind with options, or of many kinds from a CSV file with the columns ${licenseKind.columns.join(', ')}.`,
    [
      "keyhold licenses issue --account 'Acme Print' --product keyhold-studio --type Perpetual --expiry perpetual",
      "keyhold licenses issue --account 'Acme Print' --product keyhold-studio --type Trial --expiry '30 days' --count 10",
      "keyhold licenses issue --account 'Acme Print' --product keyhold-studio --type Trial --expiry '30 days' --consumers everyone",
      'keyhold licenses issue --from order.csv --type Subscription --expiry 2027-12-31 --dry-run',
      'keyhold licenses issue --from order.csv --template subscription.json --json',
    ],
  )
    .option('--account <account>', 'account that receives the licenses, by name, id or rn')
    .option('--product <product>', 'product to license, by id or rn')
    .option('--type <type>', 'license type: Perpetual, Subscription or Trial')
    .option('--product-version <text>', 'product version (column: version)')
    .option(
      '--expiry <when>',
      "expiry: 'perpetual', a date (the last day, until 23:59:59.999 UTC), or days from the first activation such as '30 days'",
    )
    .option('--maintenance-start <date>', 'start date of maintenance')
    .option('--maintenance-end <date>', 'end date of maintenance')
    .option('--consumers <who>', 'who may use them: everyone, no-one, user:EMAIL or tags:NAME,NAME (default: no-one)')
    .option('--count <number>', 'number of licenses (default: 1)');
  addTextOptions(issuing, resources.license, 'create');
  addIssueOptions(issuing).action((options: IssueOptions, command: Command) =>
    issue(command, licenseKind, options, valuesOf(licenseKind, options)),
  );
}

/** `addon-licenses issue` */
export function addAddonLicenseIssue(group: Command): void {
  const issuing = defineCommand(
    group,
    'issue',
    `Issue add-on licenses of one kind with options, or of many kinds from a CSV file with the columns ${addonLicenseKind.columns.join(', ')}.`,
    [
      "keyhold addon-licenses issue --account 'Acme Print' --addon colour-server --type Perpetual --count 3",
      'keyhold addon-licenses issue --from order.csv --dry-run',
    ],
  )
    .option('--account <account>', 'account that receives the licenses, by name, id or rn')
    .option('--addon <addon>', 'add-on to license, by id or rn')
    .option('--type <type>', 'license type: Perpetual, Subscription or Trial')
    .option('--count <number>', 'number of licenses (default: 1)');
  addTextOptions(issuing, resources.addonLicense, 'create');
  addIssueOptions(issuing).action((options: IssueOptions, command: Command) =>
    issue(command, addonLicenseKind, options, valuesOf(addonLicenseKind, options)),
  );
}

/** The option values by sheet column; `version` comes from `--product-version`, as `--version` is the command's own. */
function valuesOf({ columns }: { readonly columns: readonly string[] }, options: object): Values {
  const given: Readonly<Record<string, unknown>> = { ...options };
  return Object.fromEntries(
    columns.flatMap((column) => {
      const value = given[optionKey(column === 'version' ? 'product-version' : column)];
      return typeof value === 'string' ? [[column, value]] : [];
    }),
  );
}
