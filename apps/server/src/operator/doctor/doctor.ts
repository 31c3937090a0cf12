import { withClient } from '../../db/open/owner-client.ts';
import { StartError } from '../../db/start-error.ts';
import type { Configuration } from '../../start/configuration.ts';
import { openInstallation } from '../open-installation.ts';
import { checkCluster } from './cluster.ts';
import { checkAdministrators, checkAuditHeads, checkLastBackup } from './contents.ts';
import { checkClock, checkCollations, checkMigrations, checkRights, checkServer } from './database.ts';
import { type Finding, good, tryCheck, warning, wrong } from './finding.ts';
import { checkBackupFolder, checkBinaries, checkDataFolder, checkDisk, checkNode } from './machine.ts';
import { checkMailServer, checkWaitingMail } from './mail.ts';
import { checkPort, checkRunningServer } from './port.ts';
import { checkSecrets } from './secrets.ts';

/** Checks an installation without changing anything. If a check fails, the others still run. */
export async function checkInstallation(configuration: Configuration): Promise<readonly Finding[]> {
  const findings = [
    ...checkConfiguration(configuration),
    ...(await checkNode()),
    ...(await tryCheck('postgresql', () => checkBinaries(configuration))),
    ...(await tryCheck('data-folder', () => checkDataFolder(configuration))),
    ...(await tryCheck('backup-folder', () => checkBackupFolder(configuration))),
    ...(await tryCheck('disk', () => checkDisk(configuration))),
    ...(await tryCheck('port', () => checkPort(configuration))),
    ...(await tryCheck('mail-server', () => checkMailServer(configuration))),
  ];
  return [...findings, ...(await examineDatabase(configuration))];
}

function checkConfiguration({ warnings }: Configuration): readonly Finding[] {
  if (warnings.length === 0) return [good('configuration', 'Options and environment variables are valid.')];
  return warnings.map((message) => warning('configuration', message));
}

async function examineDatabase(configuration: Configuration): Promise<readonly Finding[]> {
  let installation: Awaited<ReturnType<typeof openInstallation>>;
  try {
    installation = await openInstallation(configuration);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [wrong('database', error.message)];
  }
  const { connectionString } = installation;
  const findings: Finding[] = [];
  try {
    await withClient(connectionString, async (client) => {
      for (const [name, check] of Object.entries(databaseChecks)) {
        findings.push(...(await tryCheck(name, () => check(client))));
      }
      findings.push(...(await tryCheck('secrets', () => checkSecrets(client, configuration))));
      findings.push(...(await tryCheck('port', () => checkRunningServer(client, configuration))));
    });
    findings.push(...(await tryCheck('mail', () => checkWaitingMail(connectionString, configuration))));
  } finally {
    await installation.close();
  }
  return findings;
}

const databaseChecks = {
  database: checkServer,
  schema: checkMigrations,
  rights: checkRights,
  collations: checkCollations,
  clock: checkClock,
  administrators: checkAdministrators,
  audit: checkAuditHeads,
  backup: checkLastBackup,
  cluster: checkCluster,
};
