import {
  type Addon,
  calls,
  leaseTimeBounds,
  type TimedProduct,
  type TokenAlgorithm,
  tokenAlgorithms,
} from '@keyhold/contract';
import { type Command, Option } from 'commander';
import { defineCommand } from '../../command/define-command.ts';
import { UsageError } from '../../command/failure.ts';
import { foundOr, idOf } from '../../command/find.ts';
import { wholeNumber } from '../../command/options.ts';
import { connect } from '../../connection/connect.ts';
import { show } from '../../output/output.ts';

interface Changes {
  readonly name?: string;
  readonly description?: string;
  readonly heartbeat?: number;
  readonly lease?: number;
  readonly grace?: number;
  readonly tokenAlg?: TokenAlgorithm;
  readonly status?: CatalogueStatus;
  readonly shared?: boolean;
  readonly enforceVersion?: boolean;
}

/** `products change` */
export function addProductChanges(group: Command): void {
  defineCommand(
    group,
    'change <id>',
    'Change a product: its texts, lease times, token algorithm, status, and whether it is shared or enforces versions. Omitted options keep their values. New times apply from the next heartbeat of each lease.',
    [
      'keyhold products change keyhold-studio --heartbeat 60 --lease 180',
      'keyhold products change keyhold-studio --grace 14400',
      "keyhold products change keyhold-studio --name 'Keyhold Studio 26'",
      'keyhold products change keyhold-studio --status Retired',
    ],
  )
    .option('--name <name>', 'new name')
    .option('--description <text>', 'new description')
    .option(...timeOption('heartbeat', 'interval between heartbeats of an application'))
    .option(...timeOption('lease', 'lifetime of a lease without a heartbeat; at least two heartbeats'))
    .option(
      ...timeOption('grace', 'additional time a seat stays reserved while an application cannot reach the server'),
    )
    .addOption(
      new Option(
        '--token-alg <name>',
        'name of the algorithm in lease tokens, for libraries that know only one',
      ).choices(tokenAlgorithms),
    )
    .addOption(statusOption())
    .option('--shared', 'let accounts give its licenses to tags and to everyone')
    .option('--no-shared', 'let accounts give its licenses to single users only')
    .option('--enforce-version', 'refuse applications of a higher version than that of the license')
    .option('--no-enforce-version', 'accept applications of any version')
    .action(change);
}

/** Whether new licenses of a product or an add-on may be issued. */
export type CatalogueStatus = Addon['status'];

/** The option that retires a product or an add-on, or offers it again. */
export function statusOption(): Option {
  return new Option('--status <status>', 'Retired: no new licenses are issued; Active: they are again').choices([
    'Active',
    'Retired',
  ]);
}

/** An option for a time within the contract’s bounds. */
function timeOption(name: 'heartbeat' | 'lease' | 'grace', meaning: string) {
  const [least, most] = leaseTimeBounds[`${name}-seconds`];
  return [`--${name} <seconds>`, `${meaning}, from ${least} to ${most} seconds`, wholeNumber(least, most)] as const;
}

async function change(id: string, options: Changes, command: Command): Promise<void> {
  if (Object.keys(options).length === 0) {
    throw new UsageError(
      'Nothing to change. Specify --name, --description, --heartbeat, --lease, --grace, --token-alg, --status, --shared or --enforce-version.',
    );
  }
  const { api } = await connect();
  const params = { id: idOf(id) };
  // The entity tag prevents overwriting a concurrent change.
  const sentence = `There is no product ${params.id}. See: keyhold products list`;
  const { data, etag } = await foundOr(sentence, api.sendForReply(calls.getProduct, { params }));
  const product = data.item;
  const body = {
    name: options.name ?? product.name,
    description: options.description ?? product.description ?? '',
    'heartbeat-seconds': options.heartbeat ?? product['heartbeat-seconds'],
    'lease-seconds': options.lease ?? product['lease-seconds'],
    'grace-seconds': options.grace ?? product['grace-seconds'],
    'token-alg': options.tokenAlg ?? product['token-alg'],
    status: options.status ?? product.status,
    'enforce-version': options.enforceVersion ?? product['enforce-version'],
    shared: options.shared ?? product.shared,
  };
  const headers = etag === null ? {} : { 'If-Match': etag };
  const result = await api.send(calls.updateProduct, { params, body, headers });
  const [beat, lasts, reserved] = timesOf(result.item);
  show(
    command,
    result,
    () => `Changed ${result.item.name} (${idOf(id)}): heartbeat ${beat}, lease ${lasts}, grace ${reserved}.`,
  );
}

/** A product’s times formatted for display: heartbeat, lease and grace. */
export function timesOf(product: TimedProduct): [string, string, string] {
  return [
    `${product['heartbeat-seconds']} s`,
    `${product['lease-seconds']} s`,
    `${product['grace-seconds'].toLocaleString('en')} s`,
  ];
}
