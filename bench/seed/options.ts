import { parseArgs } from 'node:util';
import { Failure } from '@keyhold/cli';
import type { Amounts } from './plan.ts';

export const help = `Fills an empty installation with made-up accounts, people, licenses and audit logs.

Usage: npm run bench:seed -- --users NUMBER (--data DIR | --database-url URL) [options]

  --users NUMBER        people, over all accounts
  --seed NUMBER         the same number gives the same rows (default 1)
  --accounts NUMBER     default: one for a hundred people, at least 10
  --licenses NUMBER     default: one for five people
  --audit-rows NUMBER   default: five for each of the people
  --data DIR            the data folder of an installation to be
  --database-url URL    an empty PostgreSQL database
  --password PASSWORD   what everybody signs in with (default: a random one)
  --help                show this

Start it then with: npm start -- --no-demo --data DIR`;

/** The data to generate, and the installation. */
export interface Options {
  readonly amounts: Amounts;
  readonly target: { readonly data: string } | { readonly databaseUrl: string };
  readonly password: string | undefined;
}

/**
 * Reads the options.
 *
 * @returns null when only the help was requested
 * @throws {Failure} with a sentence when an option is missing or not a number.
 */
export function readOptions(argv: readonly string[]): Options | null {
  const { values } = read(argv);
  if (values.help) return null;
  const users = whole('--users', values.users, undefined);
  const { data, 'database-url': databaseUrl } = values;
  if ((data === undefined) === (databaseUrl === undefined)) {
    throw new Failure('Say where to: either --data DIR or --database-url URL.');
  }
  return {
    amounts: {
      users,
      seed: whole('--seed', values.seed, 1),
      accounts: whole('--accounts', values.accounts, Math.max(10, Math.floor(users / 100))),
      licenses: whole('--licenses', values.licenses, Math.floor(users / 5)),
      'audit-rows': whole('--audit-rows', values['audit-rows'], users * 5),
    },
    target: data === undefined ? { databaseUrl: databaseUrl ?? '' } : { data },
    password: values.password,
  };
}

function read(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        users: { type: 'string' },
        seed: { type: 'string' },
        accounts: { type: 'string' },
        licenses: { type: 'string' },
        'audit-rows': { type: 'string' },
        data: { type: 'string' },
        'database-url': { type: 'string' },
        password: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new Failure(`${reason}. See npm run bench:seed -- --help.`);
  }
}

function whole(option: string, value: string | undefined, otherwise: number | undefined): number {
  if (value === undefined && otherwise !== undefined) return otherwise;
  if (value === undefined || !/^\d{1,9}$/.test(value)) throw new Failure(`${option} must be a whole number.`);
  return Number(value);
}
