import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readExposedMetrics, unknownIn } from '../../apps/server/test/receivers/exposed-metrics.ts';

interface Rule {
  readonly file: string;
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<string, string>>;
}

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
const files = ['alerts', 'cluster'];
const rules: readonly Rule[] = files.flatMap((file) =>
  parse(read(`${file}.yaml`)).groups.flatMap(({ rules }: { rules: Rule[] }) =>
    rules.map((rule) => ({ ...rule, file })),
  ),
);
const operations = read('../../docs/operations.md');

let exposed: ReadonlySet<string>;
beforeAll(async () => {
  exposed = await readExposedMetrics();
});

it.each(files)('Prometheus accepts the rules of %s, and they fire in their tests', (file) => {
  expect(promtool('check', 'rules', `${file}.yaml`)).toMatchObject({ status: 0 });
  expect(promtool('test', 'rules', `${file}.test.yaml`)).toMatchObject({ status: 0 });
});

describe.each(rules)('$alert', ({ file, alert, expr, annotations }) => {
  it('queries only metrics that servers expose', () => {
    expect(unknownIn(expr, exposed)).toEqual([]);
  });

  it('has a test in which it fires', () => {
    const tested = parse(read(`${file}.test.yaml`)).tests.flatMap(
      (test: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }) => test.alert_rule_test,
    );
    expect(
      tested.some(
        (one: { alertname: string; exp_alerts?: unknown[] }) => one.alertname === alert && one.exp_alerts?.length,
      ),
    ).toBe(true);
  });

  it('links to a section with its meaning and the steps that end it', () => {
    const [file, anchor] = annotations['runbook_url']?.split('#') ?? [];
    expect([file, anchor]).toEqual(['docs/operations.md', alert.toLowerCase()]);
    const section = new RegExp(`^### ${alert}\\n+(.*?)(?=^##)`, 'ms').exec(operations)?.[1] ?? '';
    expect(section).toMatch(/^\*\*It means\*\*.*^\*\*Look at\*\*.*^\*\*It ends\*\*/ms);
  });
});

it('every section about an alarm has its rule', () => {
  const sections = [...operations.matchAll(/^### (Keyhold[A-Z]\w+)$/gm)].map(([, name]) => name);
  expect(sections.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

function promtool(...args: string[]): { status: number | null; said: string } {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, { cwd: import.meta.dirname, encoding: 'utf8' });
  if (error) throw new Error('The rules are tried by promtool: install prometheus, as `npm test` does.');
  return { status, said: stdout + stderr };
}
