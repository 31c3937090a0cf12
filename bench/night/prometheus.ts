import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { programAt, startProgram } from '../faults/programs.ts';
import { fasterRules } from './faster-rules.ts';

/** A Prometheus that monitors servers with the shipped rules. */
export interface Prometheus {
  /** The names of the alarms that are raised now. */
  firing(): Promise<ReadonlySet<string>>;
  /** The names of those whose condition holds, but not for long enough yet. */
  pending(): Promise<ReadonlySet<string>>;
  /** The highest present value of a metric; null while there is none. */
  highest(metric: string): Promise<number | null>;
  stop(): Promise<void>;
}

/** What else is monitored: a job, the addresses of its metrics, and the file with its rules. */
export interface Monitored {
  readonly job: string;
  readonly targets: readonly string[];
}

const shipped = new URL('../../deploy/prometheus/', import.meta.url);
/** A scrape takes up to four seconds if the database does not answer, and Prometheus waits for one period at most. */
const scrapeSeconds = 5;

/**
 * Starts Debian's Prometheus.
 *
 * @param targets the ports of the servers' metrics
 * @param factor divides the durations in the shipped rules
 * @param machines the jobs of a cluster, whose rules apply then, too
 */
export async function startPrometheus(
  folder: string,
  port: number,
  targets: readonly number[],
  factor: number,
  machines: readonly Monitored[] = [],
): Promise<Prometheus> {
  await mkdir(folder, { recursive: true });
  const rules = machines.length === 0 ? ['alerts.yaml'] : ['alerts.yaml', 'cluster.yaml'];
  for (const name of rules) {
    await writeFile(join(folder, name), fasterRules(await readFile(new URL(name, shipped), 'utf8'), factor));
  }
  const file = join(folder, 'prometheus.yaml');
  await writeFile(
    file,
    configuration(rules, [{ job: 'keyhold', targets: targets.map((target) => `127.0.0.1:${target}`) }, ...machines]),
  );
  const program = startProgram(
    programAt('prometheus', '/usr/bin/prometheus'),
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    join(folder, 'prometheus.log'),
    false,
  );
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (!program.running()) throw new Error(await readFile(join(folder, 'prometheus.log'), 'utf8'));
    await sleep(100);
  }
  const alarms = async (wanted: 'firing' | 'pending') => {
    const reply = await fetch(`${url}/api/v1/alerts`);
    const { data } = (await reply.json()) as { data: { alerts: { state: string; labels: { alertname: string } }[] } };
    return new Set(data.alerts.filter(({ state }) => state === wanted).map(({ labels }) => labels.alertname));
  };
  return {
    firing: () => alarms('firing'),
    pending: () => alarms('pending'),
    async highest(metric) {
      const reply = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(`max(${metric})`)}`);
      const { data } = (await reply.json()) as { data: { result: { value: [number, string] }[] } };
      return data.result[0] ? Number(data.result[0].value[1]) : null;
    },
    stop: () => program.end('SIGTERM'),
  };
}

function configuration(rules: readonly string[], jobs: readonly Monitored[]): string {
  const job = ({ job, targets }: Monitored) => `
  - job_name: ${job}
    static_configs:
      - targets: [${targets.map((target) => `'${target}'`).join(', ')}]`;
  return `
global:
  scrape_interval: ${scrapeSeconds}s
  scrape_timeout: ${scrapeSeconds}s
  evaluation_interval: 1s
rule_files: [${rules.join(', ')}]
scrape_configs:${jobs.map(job).join('')}
`;
}
