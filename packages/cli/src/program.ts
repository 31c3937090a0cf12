import { Command } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addAudit } from './commands/audit.ts';
import { addFind } from './commands/find.ts';
import { addAddonLicenses } from './commands/licensing/addon-licenses.ts';
import { addCatalogue } from './commands/licensing/catalogue.ts';
import { addLicenses } from './commands/licensing/licenses.ts';
import { addPools } from './commands/licensing/pools.ts';
import { addAccounts } from './commands/people/accounts.ts';
import { addApplications } from './commands/people/applications.ts';
import { addServiceAccounts } from './commands/people/service-accounts.ts';
import { addSignIn } from './commands/people/sign-in.ts';
import { addSingleSignOn } from './commands/people/single-sign-on.ts';
import { addTags } from './commands/people/tags.ts';
import { addTokens } from './commands/people/tokens.ts';
import { addUsers } from './commands/people/users.ts';

/**
 * Creates the command `keyhold` with all commands that use a server's API. Further commands can be added to it.
 *
 * @example
 * await run(createProgram(), process.argv.slice(2));
 */
export function createProgram(): Command {
  const program = new Command('keyhold')
    .description('Manage accounts, users and licenses on a Keyhold server, and the installation itself.')
    .version(manifest.version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .option('--json', 'print the result as JSON')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('Use --help to show usage and examples.')
    .exitOverride()
    .addHelpText(
      'after',
      `
Environment:
  KEYHOLD_URL, KEYHOLD_TOKEN   server and token to use instead of keyhold login
  KEYHOLD_PASSWORD             password for keyhold login --email
  KEYHOLD_CLIENT_SECRET        client secret for keyhold sso set --secret

Exit codes: 0 success, 1 failure, 2 usage error.`,
    );
  addSignIn(program);
  addAccounts(program);
  addUsers(program);
  addTags(program);
  addSingleSignOn(program);
  addServiceAccounts(program);
  addTokens(program);
  addFind(program);
  addCatalogue(program);
  addApplications(program);
  addLicenses(program);
  addPools(program);
  addAddonLicenses(program);
  addAudit(program);
  return program;
}
