import { type AnyResource, resources } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand } from '../define-command.ts';
import { addIssueOptions, type IssueOptions, issue } from '../issue.ts';
import { addonLicenseKind, licenseKind } from '../issue-licenses.ts';
import type { Values } from '../sheet.ts';
import { addTextOptions, textsInOptions } from '../texts.ts';

/** `licenses issue`, or `addon-licenses issue`. */
export function addIssueCommand(group: Command, what: 'licenses' | 'addon-licenses'): void {
  if (what === 'licenses') addLicenses(group);
  else addAddonLicenses(group);
}

interface Options extends IssueOptions {
  readonly account?: string;
  readonly product?: string;
  readonly addon?: string;
  readonly type?: string;
  readonly productVersion?: string;
  readonly expiry?: string;
  readonly maintenanceStart?: string;
  readonly maintenanceEnd?: string;
  readonly count?: string;
}

function addLicenses(group: Command): void {
  const issuing = defineCommand(
    group,
    'issue',
    `Issue licenses: of one kind by options, or many by a CSV file with the columns ${licenseKind.columns.join(', ')}.`,
    [
      "keyhold licenses issue --account 'Acme Print' --product keyhold-studio --type Perpetual --expiry perpetual",
      "keyhold licenses issue --account 'Acme Print' --product keyhold-studio --type Trial --expiry '30 days' --count 10",
      'keyhold licenses issue --from order.csv --type Subscription --expiry 2027-12-31 --dry-run',
      'keyhold licenses issue --from order.csv --template subscription.json --json',
    ],
  )
    .option('--account <account>', 'for which account, by name, id or rn')
    .option('--product <product>', 'of which product, by id or rn')
    .option('--type <type>', 'Perpetual, Subscription or Trial')
    .option('--product-version <text>', "the product's version (column: version)")
    .option('--expiry <when>', "'perpetual', a date, or days from the first activation such as '30 days'")
    .option('--maintenance-start <date>', 'when maintenance begins')
    .option('--maintenance-end <date>', 'when maintenance ends')
    .option('--count <number>', 'how many (default: 1)');
  addTextOptions(issuing, resources.license, 'create');
  addIssueOptions(issuing).action((options: Options, command: Command) =>
    issue(command, licenseKind, options, valuesOf(resources.license, options)),
  );
}

function addAddonLicenses(group: Command): void {
  const issuing = defineCommand(
    group,
    'issue',
    `Issue add-on licenses: of one kind by options, or many by a CSV file with the columns ${addonLicenseKind.columns.join(', ')}.`,
    [
      "keyhold addon-licenses issue --account 'Acme Print' --addon colour-server --type Perpetual --count 3",
      'keyhold addon-licenses issue --from order.csv --dry-run',
    ],
  )
    .option('--account <account>', 'for which account, by name, id or rn')
    .option('--addon <addon>', 'of which add-on, by id or rn')
    .option('--type <type>', 'Perpetual, Subscription or Trial')
    .option('--count <number>', 'how many (default: 1)');
  addTextOptions(issuing, resources.addonLicense, 'create');
  addIssueOptions(issuing).action((options: Options, command: Command) =>
    issue(command, addonLicenseKind, options, valuesOf(resources.addonLicense, options)),
  );
}

function valuesOf(one: AnyResource, options: Options): Values {
  const values = {
    ...textsInOptions(one, options),
    account: options.account,
    product: options.product,
    addon: options.addon,
    type: options.type,
    version: options.productVersion,
    expiry: options.expiry,
    'maintenance-start': options.maintenanceStart,
    'maintenance-end': options.maintenanceEnd,
    count: options.count,
  };
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
