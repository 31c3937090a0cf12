import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

const chart = join(import.meta.dirname, 'keyhold');
const read = (file: string) => parse(readFileSync(join(chart, file), 'utf8'));

/** A rendered manifest, with the fields that every kind has. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: Record<string, unknown>;
}

/** The default values of the chart. */
export const values = read('values.yaml') as Readonly<Record<string, unknown>>;

/** For Debian's packages of the template language and the functions that Helm uses. */
const environment = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' };

/** Renders the chart with some of its values replaced. */
export function render(others: Readonly<Record<string, unknown>> = {}): Manifest[] {
  const { name, appVersion } = read('Chart.yaml') as { name: string; appVersion: string };
  const input = JSON.stringify({
    Values: { ...values, ...others },
    Release: { Name: 'keyhold', Namespace: 'default', Service: 'Helm' },
    Chart: { Name: name, AppVersion: appVersion },
  });
  const command = ['run', join(import.meta.dirname, 'render.go'), chart];
  const { error, status, stdout, stderr } = spawnSync('go', command, { env: environment, input, encoding: 'utf8' });
  if (error) {
    throw new Error('What the chart makes, only Go can tell: install golang-go and what `npm test` installs with it.');
  }
  if (status !== 0) throw new Error(stderr);
  const documents = parseAllDocuments(stdout).map((document) => document.toJS() as Manifest | null);
  return documents.filter((manifest) => manifest !== null);
}

/** The modules of the types that are generated from the schemas of Kubernetes, by API version. */
const modules: Readonly<Record<string, string>> = {
  'apps/v1': 'apps/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
  v1: 'core/v1',
};

/** The errors in manifests by the types of Kubernetes, which reject unknown fields; empty when there are none. */
export function mistakes(manifests: readonly Manifest[]): string {
  const require = createRequire(import.meta.url);
  const types = dirname(require.resolve('kubernetes-types/package.json'));
  const lines = manifests.map((manifest) => {
    const module = JSON.stringify(join(types, `${modules[manifest.apiVersion]}.d.ts`));
    return `(${JSON.stringify(manifest, null, 2)}) satisfies import(${module}).${manifest.kind};`;
  });
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-chart-'));
  try {
    const file = join(folder, 'manifests.ts');
    writeFileSync(file, lines.join('\n'));
    const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--types', ''];
    return spawnSync(process.execPath, [compiler, ...options, file], { encoding: 'utf8', cwd: folder }).stdout.trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
