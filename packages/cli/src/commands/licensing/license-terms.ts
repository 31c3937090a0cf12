import { type BodyInputOf, calls, type License } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand } from '../../command/define-command.ts';
import { UsageError } from '../../command/failure.ts';
import { idOf } from '../../command/find.ts';
import { wholeNumber } from '../../command/options.ts';
import { connect } from '../../connection/connect.ts';
import { formatExpiry, readExpiry } from '../../issuing/expiry.ts';
import { doEach } from '../../output/each.ts';
import { formatTime } from '../../output/table.ts';

interface TermOptions {
  readonly expiry?: string;
  readonly days?: number;
  readonly graceDays?: number;
  readonly type?: License['certificate']['type'];
  readonly productVersion?: string;
  readonly maintenanceStart?: string;
  readonly maintenanceEnd?: string;
}

/** `licenses extend`, `void` and `restore`. */
export function addLicenseTerms(group: Command): void {
  defineCommand(
    group,
    'extend <keys...>',
    'Change the terms of licenses: their end, days of grace, type, version or maintenance. Omitted options keep their values.',
    [
      'keyhold licenses extend K7QRM-2F9XD-08WTE-V5B3H --expiry 2027-12-31',
      'keyhold licenses extend K7QRM-2F9XD-08WTE-V5B3H --days 365 --grace-days 14',
      'keyhold licenses extend K7QRM-2F9XD-08WTE-V5B3H --type Perpetual --expiry perpetual --maintenance-end 2028-01-01',
    ],
  )
    .option(
      '--expiry <when>',
      "expiry: 'perpetual', a date (the last day, until 23:59:59.999 UTC), or days from the first activation such as '30 days'",
    )
    .option('--days <number>', 'days by which the end is moved, in place of --expiry', wholeNumber(1, 36_500))
    .option('--grace-days <number>', 'days that the licenses go on after their end', wholeNumber(0, 90))
    .option('--type <type>', 'license type: Perpetual, Subscription or Trial')
    .option('--product-version <text>', 'product version')
    .option('--maintenance-start <date>', "start date of maintenance, or 'none'")
    .option('--maintenance-end <date>', "end date of maintenance, or 'none'")
    .action(extend);
  defineCommand(
    group,
    'void <keys...>',
    'Void licenses that were issued by mistake. Their holders are logged off. Restore them with: keyhold licenses restore',
    ['keyhold licenses void K7QRM-2F9XD-08WTE-V5B3H'],
  ).action(voidEach);
  defineCommand(group, 'restore <keys...>', 'Restore voided licenses with their consumers; nobody holds them then.', [
    'keyhold licenses restore K7QRM-2F9XD-08WTE-V5B3H',
  ]).action(restoreEach);
}

async function extend(keys: string[], options: TermOptions, command: Command): Promise<void> {
  if (Object.keys(options).length === 0) {
    throw new UsageError(
      'Nothing to change. Specify --expiry, --days, --grace-days, --type, --product-version, --maintenance-start or --maintenance-end.',
    );
  }
  if (options.expiry !== undefined && options.days !== undefined) {
    throw new UsageError('--expiry and --days exclude each other. Specify one of the two.');
  }
  const { api } = await connect();
  await doEach(command, 'KEY', keys, async (key) => {
    const params = { id: idOf(key) };
    const { data, etag } = await api.sendForReply(calls.getLicense, { params });
    const headers = etag === null ? {} : { 'If-Match': etag };
    const body = termsWith(data.item, options);
    const { item } = await api.send(calls.updateLicenseTerms, { params, body, headers });
    const maintenance = formatTime(item.certificate['maintenance-end']);
    return `${item.status}, expiry ${formatExpiry(item.certificate.expiry)}, maintenance until ${maintenance}`;
  });
}

/** The terms of a license with those of the options. */
function termsWith(
  { certificate }: License,
  { expiry, days, graceDays, type, productVersion, maintenanceStart, maintenanceEnd }: TermOptions,
): BodyInputOf<typeof calls.updateLicenseTerms> {
  const end = expiry === undefined ? certificate.expiry : readExpiry(expiry);
  return {
    ...(days === undefined ? { expiry: end } : { 'extend-days': days }),
    ...(graceDays === undefined ? {} : { 'grace-days': graceDays }),
    ...(type === undefined ? {} : { type }),
    ...(productVersion === undefined ? {} : { version: productVersion }),
    ...(maintenanceStart === undefined ? {} : { 'maintenance-start': dateOrNone(maintenanceStart) }),
    'maintenance-end': maintenanceEnd === undefined ? certificate['maintenance-end'] : dateOrNone(maintenanceEnd),
  };
}

function dateOrNone(text: string): string | null {
  return text === 'none' ? null : text;
}

async function voidEach(keys: string[], _options: object, command: Command): Promise<void> {
  const { api } = await connect();
  await doEach(command, 'KEY', keys, async (key) => {
    await api.send(calls.voidLicense, { params: { id: idOf(key) } });
    return 'Voided';
  });
}

async function restoreEach(keys: string[], _options: object, command: Command): Promise<void> {
  const { api } = await connect();
  await doEach(command, 'KEY', keys, async (key) => {
    const { item } = await api.send(calls.restoreLicense, { params: { id: idOf(key) } });
    return `Restored (${item.status})`;
  });
}
