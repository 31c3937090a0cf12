import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  databaseFolder,
  freePort,
  newDataDirectory,
  type Product,
  readCredentials,
  removeDataDirectory,
  startProduct,
} from '../product.ts';
import { killAll, processesOf, serverProcesses } from './processes.ts';
import { checkAudit, checkWrites, openTeam, type Team } from './team.ts';

/** What came of killing the server many times. */
export interface Outcome {
  readonly acknowledged: number;
  /** What is not as it was acknowledged, or only half there. */
  readonly lost: readonly string[];
  readonly auditFaults: readonly string[];
  readonly failedStarts: readonly string[];
  /** Processes that were left after a clean stop. */
  readonly orphans: readonly string[];
  /** From each start to the line that says it is ready, in milliseconds. */
  readonly restarts: readonly number[];
}

/** A start takes a second; what takes this long, in milliseconds, has failed. */
const startLimit = 60_000;

/**
 * Writes over HTTP without a pause, kills the server in the middle of it, starts it again on the same folder, and compares
 * what is there with what was acknowledged; and so on.
 *
 * @param options.rounds how many times it is killed
 * @param options.databaseEvery in every so many rounds PostgreSQL is killed in the same moment
 * @param options.told told of each round
 */
export async function killOften(options: {
  readonly rounds: number;
  readonly databaseEvery: number;
  readonly told?: (line: string) => void;
}): Promise<Outcome> {
  const dataDirectory = await newDataDirectory();
  const port = await freePort();
  const start = () => startInTime(port, dataDirectory);
  const lost: string[] = [];
  const auditFaults: string[] = [];
  const failedStarts: string[] = [];
  const restarts: number[] = [];

  try {
    let product = await start();
    const database = await databaseFolder(dataDirectory);
    const teams = await openTeams(product);
    for (let round = 1; round <= options.rounds; round += 1) {
      const withDatabase = round % options.databaseEvery === 0;
      await writeAndKill(product, teams, withDatabase ? [dataDirectory, database] : null);
      const since = performance.now();
      try {
        product = await start();
      } catch (error) {
        failedStarts.push(`Round ${round}: ${error instanceof Error ? error.message : String(error)}`);
        break;
      }
      restarts.push(performance.now() - since);
      lost.push(...(await checkWrites(teams)).map((line) => `Round ${round}: ${line}`));
      auditFaults.push(...(await checkAudit(database, teams)).map((line) => `Round ${round}: ${line}`));
      options.told?.(
        `round ${round}: killed ${withDatabase ? 'with PostgreSQL' : 'alone'}, ready again after ${Math.round(restarts.at(-1) ?? 0)} ms, ${acknowledgedBy(teams)} writes acknowledged so far`,
      );
    }
    const code = failedStarts.length === 0 ? await product.stop() : 0;
    if (code !== 0) failedStarts.push(`The last stop ended with code ${code}.`);
    const orphans = processesOf([dataDirectory, database]).map(({ pid, command }) => `Left behind: ${pid} ${command}`);
    return { acknowledged: acknowledgedBy(teams), lost, auditFaults, failedStarts, orphans, restarts };
  } finally {
    killAll(processesOf([dataDirectory, await databaseFolder(dataDirectory)]).map(({ pid }) => pid));
    await removeDataDirectory(dataDirectory);
  }
}

async function startInTime(port: number, dataDirectory: string): Promise<Product> {
  const limit = new AbortController();
  const late = wait(startLimit, null, { signal: limit.signal });
  late.catch(() => undefined);
  try {
    const product = await Promise.race([startProduct({ port, dataDirectory }), late]);
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
async function writeAndKill(product: Product, teams: readonly Team[], everythingIn: string[] | null): Promise<void> {
  const { pid } = product.process;
  if (pid === undefined) throw new Error('The product has no process.');
  const ended = once(product.process, 'exit');
  const writing = Promise.all(teams.flatMap(({ writers }) => writers.map((writer) => writer.write())));
  await Promise.race([wait(100 + Math.random() * 1400), writing]);
  killAll(everythingIn ? processesOf(everythingIn).map((process) => process.pid) : serverProcesses(pid));
  await Promise.all([ended, writing]);
}

function acknowledgedBy(teams: readonly Team[]): number {
  return teams.flatMap(({ writers }) => writers).reduce((sum, writer) => sum + writer.acknowledged(), 0);
}
