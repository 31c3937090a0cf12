import { calls, type License, resourceIdOf, resources } from '@keyhold/contract';
import type { Command } from 'commander';
import { defineCommand, defineGroup, headings } from '../../command/define-command.ts';
import { findAccountId } from '../../command/find.ts';
import { accountOption, limitOption, searchOption } from '../../command/options.ts';
import { connect } from '../../connection/connect.ts';
import { formatExpiry } from '../../issuing/expiry.ts';
import { show } from '../../output/output.ts';
import { formatList } from '../../output/table.ts';
import { textCells, textHeads } from '../../output/texts.ts';
import { addLicenseIssue } from './issue-commands.ts';
import { addLicenseChanges } from './license-changes.ts';
import { addLicenseConsumers } from './license-consumers.ts';
import { addLicenseTerms } from './license-terms.ts';

/** `licenses …` */
export function addLicenses(program: Command): void {
  const group = defineGroup(program, 'licenses', 'Manage the licenses of an account.', headings.server);
  defineCommand(group, 'list', 'List the licenses of an account.', [
    "keyhold licenses list --account 'Acme Print'",
    'keyhold licenses list --search K7QRM --json',
  ])
    .option(...accountOption())
    .option(...searchOption)
    .option('--type <type>', 'filter by type: Perpetual, Subscription or Trial')
    .option(...limitOption)
    .action(list);
  addLicenseIssue(group);
  addLicenseChanges(group);
  addLicenseTerms(group);
  addLicenseConsumers(group);
}

async function list(
  { account, ...query }: { account?: string; search?: string; type?: License['certificate']['type']; limit?: number },
  command: Command,
): Promise<void> {
  const { api } = await connect();
  const result =
    account === undefined
      ? await api.send(calls.listLicenses, { query: { ...query, resolve: 'all' } })
      : await api.send(calls.listAccountLicenses, {
          query: { ...query, resolve: 'all', account: await findAccountId(api, account) },
        });
  const nameOf = (rn: string) => {
    const resource = result.resources[rn];
    return resource && 'name' in resource ? resource.name : resourceIdOf(rn);
  };
  show(command, result, () =>
    formatList(
      ['KEY', 'PRODUCT', 'TYPE', 'STATUS', 'USE', 'EXPIRY', ...textHeads(resources.license)],
      result.items.map((license) => [
        resourceIdOf(license.rn),
        nameOf(license.certificate.product),
        license.certificate.type,
        license.status,
        useOf(license.state),
        formatExpiry(license.certificate.expiry),
        ...textCells(resources.license, license),
      ]),
      'No licenses found.',
    ),
  );
}

function useOf({ user, 'offline-until': until }: Pick<License['state'], 'user' | 'offline-until'>): string {
  if (user === null) return 'Available';
  return until === null ? 'In use' : `Offline until ${until}`;
}
