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
  stop(): Promise<void>;
}

const rules = new URL('../../deploy/prometheus/alerts.yaml', import.meta.url);
/** A scrape takes up to four seconds if the database does not answer, and Prometheus waits for one period at most. */
const scrapeSeconds = 5;

/**
 * Starts Debian's Prometheus.
 *
 * @param targets the ports of the servers' metrics
 * @param factor divides the durations in the shipped rules
 */
export async function startPrometheus(
  folder: string,
  port: number,
  targets: readonly number[],
  factor: number,
): Promise<Prometheus> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'alerts.yaml'), fasterRules(await readFile(rules, 'utf8'), factor));
  const file = join(folder, 'prometheus.yaml');
  await writeFile(file, configuration(targets));
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
    stop: () => program.end('SIGTERM'),
  };
}

function configuration(targets: readonly number[]): string {
  return `
global:
  scrape_interval: ${scrapeSeconds}s
  scrape_timeout: ${scrapeSeconds}s
  evaluation_interval: 1s
rule_files: [alerts.yaml]
scrape_configs:
  - job_name: keyhold
    static_configs:
      - targets: [${targets.map((port) => `'127.0.0.1:${port}'`).join(', ')}]
`;
}
