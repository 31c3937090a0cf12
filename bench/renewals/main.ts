// `npm run bench:renewals`: measures applications that renew their sessions at once, beside a bare token route's rate.
import { fork } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { signCompact } from '../../apps/server/src/tokens/compact-jws.ts';
import { openBed } from '../bed/bed.ts';
import { median, percentile, table } from '../bed/numbers.ts';
import type { SeededSession } from '../bed/seed.ts';
import { duel } from '../measure/duel.ts';
import { openApplications, type Round, renewAll } from './renew-all.ts';

const goal = 0.6;
const application = 'bench-studio';

const help = `Lets many applications renew their sessions at once, and a bare route with one verification, one UPDATE and one signature.

Usage: npm run bench:renewals -- [options]

  --applications NUMBER  how many renew at once (default 2000)
  --rounds NUMBER        how often each server is measured, in turn (default 7)
  --profile DIR          a folder for the profile of the product's server`;

const { values } = parseArgs({
  options: {
    applications: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '7' },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(help);
else await run(Number(values.applications), Number(values.rounds), values.profile);

async function run(count: number, rounds: number, profile: string | undefined): Promise<void> {
  const nodeOptions = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [];
  const bed = await openBed({ nodes: 1, nodeOptions });
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = JSON.stringify(privateKey.export({ format: 'jwk' }));
  const bareServer = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)), [key], {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: bed.database.connectionString },
  });
  try {
    const [bareUrl] = (await once(bareServer, 'message')) as [string];
    const account = await bed.seed.createAccount('Renewals');
    await bed.seed.createProduct('studio');
    await bed.seed.registerApplication(application, 'studio');
    const sessions = await bed.seed.signInByApplication(account, application, count);
    const bareSessions = await bed.seed.signInByApplication(account, application, count);
    await analyze(bed.database.connectionString);
    const tokens = sessions.map(({ refreshToken }) => refreshToken);
    const bareTokens = bareSessions.map(({ id, expiresOn }: SeededSession) =>
      signCompact({ alg: 'Ed25519' }, { sid: id, n: 0, exp: expiresOn.getTime() / 1000 }, privateKey),
    );
    const contenders = {
      ours: openApplications(bed.nodes[0]?.url ?? '', application, tokens),
      bare: openApplications(bareUrl, application, bareTokens),
    };
    const took = { ours: [] as number[], bare: [] as number[] };
    const measure = async (who: keyof typeof contenders): Promise<number> => {
      const round: Round = await renewAll(contenders[who]);
      took[who].push(percentile(round.took, 0.99));
      return round.perSecond;
    };
    const { ours, bare, ratio } = await duel(rounds, { ours: () => measure('ours'), bare: () => measure('bare') });
    const row = (what: string, rate: number, last: readonly number[]) => ({
      Server: what,
      'Renewals/s': rate.toFixed(0),
      'p99 ms': median(last.slice(-rounds)).toFixed(0),
    });
    console.log(`${count} applications renew at once, ${rounds} times:\n`);
    console.log(table([row('Keyhold', ours, took.ours), row('a bare token route', bare, took.bare)]));
    const range = `${ratio.least.toFixed(2)} to ${ratio.most.toFixed(2)}`;
    console.log(`\nKeyhold reaches ${ratio.median.toFixed(2)} of the bare route (${range}; goal ${goal.toFixed(2)}).`);
    await Promise.all(Object.values(contenders).map(({ pool }) => pool.destroy()));
  } finally {
    bareServer.kill();
    await bed.close();
  }
}

/** Updates the planner's statistics after the inserts, as autovacuum does within a minute. */
async function analyze(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('analyze');
  await client.end();
}
