import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inDatabase } from '../fixtures/database.ts';
import {
  databaseFolder,
  freePort,
  newDataDirectory,
  type Product,
  readCredentials,
  removeDataDirectory,
  startProduct,
} from '../fixtures/product.ts';
import { checkConsistency } from './consistency.ts';
import { startRecipients } from './deliveries.ts';
import { openCompany, talliesOf } from './lives/company.ts';
import type { Living, Tally } from './lives/live.ts';
import { checkBackups, checkRotations, startOperator } from './operator.ts';
import { killAll, processesOf, serverProcesses } from './processes.ts';
import { checkAudit, checkWrites, openTeam, type Team } from './team.ts';

/** The outcome of killing the server many times. */
export interface Outcome {
  readonly acknowledged: number;
  /** Sentences about acknowledged changes that are missing, and changes that were only half executed. */
  readonly lost: readonly string[];
  readonly auditFaults: readonly string[];
  readonly failedStarts: readonly string[];
  /** Processes that remained after a clean stop. */
  readonly orphans: readonly string[];
  /** From each start to the line that reports that it is ready, in milliseconds. */
  readonly restarts: readonly number[];
  /** By kind of change: how many were acknowledged, and how the others ended. */
  readonly kinds: ReadonlyMap<string, Tally>;
  /** A summary of the mails and events that arrived. */
  readonly delivered: string;
}

/** In milliseconds. A start takes a second; a start that takes this long has failed. */
const startLimit = 60_000;

/**
 * Writes over HTTP continuously, kills the server during the writes, restarts it on the same folder, compares the data
 * with the acknowledged writes, and repeats this.
 *
 * @param options.rounds how many times the server is killed
 * @param options.databaseEvery PostgreSQL is killed at the same moment in every so many rounds
 * @param options.firstStarts how often its very first start is killed
 * @param options.operatorEvery an operator's commands are killed, too, in every so many rounds
 * @param options.restores whether backups are restored at the end, with some restores killed
 * @param options.onRound called after each round
 */
export async function killOften(options: {
  readonly rounds: number;
  readonly databaseEvery: number;
  readonly firstStarts: number;
  readonly operatorEvery: number;
  readonly restores: boolean;
  readonly onRound?: (line: string) => void;
}): Promise<Outcome> {
  const { onRound = () => undefined } = options;
  const dataDirectory = await newDataDirectory();
  const backups = await mkdtemp(join(tmpdir(), 'keyhold-backups-'));
  const port = await freePort();
  const recipients = await startRecipients();
  const environment = { SMTP_URL: recipients.smtpUrl, KEYHOLD_WEBHOOKS_ALLOW_PRIVATE: 'true' };
  const start = () => startInTime({ port, dataDirectory, environment });
  const lost: string[] = [];
  const auditFaults: string[] = [];
  const failedStarts: string[] = [];
  const restarts: number[] = [];

  try {
    await killFirstStarts(options.firstStarts, { port, dataDirectory, environment });
    let product = await start();
    const database = await databaseFolder(dataDirectory);
    const teams = await openTeams(product);
    const company = await openCompany(product, recipients.hook);
    for (let round = 1; round <= options.rounds; round += 1) {
      const withDatabase = round % options.databaseEvery === 0;
      const operator =
        round % options.operatorEvery === 0 ? startOperator(dataDirectory, backups, round) : { kill: async () => {} };
      await writeAndKill(product, teams, company, withDatabase ? [dataDirectory, database] : null);
      await operator.kill();
      const since = performance.now();
      try {
        product = await start();
      } catch (error) {
        failedStarts.push(`Round ${round}: ${error instanceof Error ? error.message : String(error)}`);
        break;
      }
      restarts.push(performance.now() - since);
      const found = [
        ...(await checkWrites(teams)),
        ...(await Promise.all(company.map((living) => living.check()))).flat(),
        ...(await inDatabase(database, checkConsistency)),
        ...(await checkRotations(database)),
      ];
      lost.push(...found.map((line) => `Round ${round}: ${line}`));
      auditFaults.push(...(await checkAudit(database, teams)).map((line) => `Round ${round}: ${line}`));
      onRound(
        `round ${round}: killed ${withDatabase ? 'with PostgreSQL' : 'alone'}, ready again after ${Math.round(restarts.at(-1) ?? 0)} ms, ${acknowledgedBy(teams, company)} writes acknowledged so far`,
      );
      // A fault would be found again in each round.
      if (found.length > 0) break;
    }
    if (failedStarts.length === 0) {
      const restart = async () => {
        await product.stop();
        product = await start();
      };
      lost.push(...(await recipients.check(database, restart)));
      if (options.restores) lost.push(...(await checkBackups(dataDirectory, backups, 2)));
      onRound(recipients.summary());
    }
    const code = failedStarts.length === 0 ? await product.stop() : 0;
    if (code !== 0) failedStarts.push(`The last stop ended with code ${code}.`);
    const orphans = processesOf([dataDirectory, database]).map(({ pid, command }) => `Left behind: ${pid} ${command}`);
    const acknowledged = acknowledgedBy(teams, company);
    const kinds = talliesOf(company);
    return { acknowledged, lost, auditFaults, failedStarts, orphans, restarts, kinds, delivered: recipients.summary() };
  } finally {
    killAll(processesOf([dataDirectory, await databaseFolder(dataDirectory)]).map(({ pid }) => pid));
    await removeDataDirectory(dataDirectory);
    await rm(backups, { recursive: true, force: true });
    await recipients.close();
  }
}

type Start = Parameters<typeof startProduct>[0];

/** Kills starts on an initially empty folder, each start a little later than the one before. */
async function killFirstStarts(times: number, options: Start): Promise<void> {
  for (let time = 1; time <= times; time += 1) {
    const starting = startProduct(options);
    starting.catch(() => undefined);
    await Promise.race([wait(time * 700 * (0.5 + Math.random())), starting.catch(() => undefined)]);
    killAll(processesOf([options.dataDirectory, await databaseFolder(options.dataDirectory)]).map(({ pid }) => pid));
    await starting.catch(() => undefined);
  }
}

async function startInTime(options: Start): Promise<Product> {
  const limit = new AbortController();
  const late = wait(startLimit, null, { signal: limit.signal });
  late.catch(() => undefined);
  try {
    const product = await Promise.race([startProduct(options), late]);
    if (!product) throw new Error(`It was not ready after ${startLimit / 1000} seconds.`);
    return product;
  } finally {
    limit.abort();
  }
}

async function openTeams(product: Product): Promise<Team[]> {
  const people = await readCredentials(product.dataDirectory);
  const provider = people.find(({ role }) => role === 'Root Administrator')?.account;
  const administrators = people.filter(({ role, account }) => role === 'Administrator' && account !== provider);
  return Promise.all(administrators.map((person) => openTeam(product.url, person)));
}

/** @param everythingIn the folders whose processes are all killed, or null to kill the server alone */
async function writeAndKill(
  product: Product,
  teams: readonly Team[],
  company: readonly Living[],
  everythingIn: string[] | null,
): Promise<void> {
  const { pid } = product.process;
  if (pid === undefined) throw new Error('The product has no process.');
  const ended = once(product.process, 'exit');
  const writing = Promise.all([
    ...teams.flatMap(({ writers }) => writers.map((writer) => writer.write())),
    ...company.map((living) => living.live()),
  ]);
  await Promise.race([wait(100 + Math.random() * 3900), writing]);
  killAll(everythingIn ? processesOf(everythingIn).map((process) => process.pid) : serverProcesses(pid));
  await Promise.all([ended, writing]);
}

function acknowledgedBy(teams: readonly Team[], company: readonly Living[]): number {
  const written = teams.flatMap(({ writers }) => writers).reduce((sum, writer) => sum + writer.acknowledged(), 0);
  return written + [...talliesOf(company).values()].reduce((sum, { acknowledged }) => sum + acknowledged, 0);
}
