// The values in the files of this folder that must agree.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

type Environment = Readonly<Record<string, string>>;

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

/** The first capture group of a pattern in a file. */
function found(file: string, pattern: RegExp): string {
  const value = pattern.exec(read(file))?.[1];
  if (value === undefined) throw new Error(`deploy/${file} has nothing like ${pattern}.`);
  return value;
}

/** Lines like NAME=value, whose values may be quoted; commented-out examples count, too. */
function assignments(text: string): Environment {
  const lines = text.matchAll(/^#?([A-Z][A-Z_]*)=(?:'([^']*)'|"([^"]*)"|(\S*))/gm);
  return Object.fromEntries(
    [...lines].map(([, name = '', ...values]) => [name, values.find((one) => one !== undefined) ?? '']),
  );
}

const deployment = 'helm/keyhold/templates/deployment.yaml';
const service = read('systemd/keyhold.service');

const image = {
  environment: assignments(found('container/Containerfile', /^ENV ((?:.*\\\n)*.*)/m).replaceAll(/\\\n */g, '\n')),
  exposed: found('container/Containerfile', /^EXPOSE (\d+)$/m),
  healthPort: found('container/Containerfile', /http:\/\/127\.0\.0\.1:(\d+)\/healthz/),
  user: found('container/Containerfile', /^USER (\d+)$/m),
  createdUser: found('container/Containerfile', /useradd .*--uid (\d+)/m),
};

/** The variables to export before `docker compose up`. */
const exported: Environment = {
  KEYHOLD_DATABASE_PASSWORD: 'lettersand1digits',
  KEYHOLD_PUBLIC_URL: 'https://keyhold.example.com',
  KEYHOLD_SECRET_KEYS: Buffer.alloc(32, 1).toString('base64url'),
};
const node = parse(read('container/compose.yaml')).services['node-1'];
const tmpfs = (node.tmpfs as string[]).map((line) => /^([^:]+)(?::uid=(\d+))?/.exec(line) ?? []);
const [, dataFolder, dataUser] = tmpfs.find(([, , user]) => user !== undefined) ?? [];
const compose = {
  /** As written in the file. */
  unresolved: node.environment as Environment,
  environment: Object.fromEntries(
    Object.entries(node.environment as Environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, variable: string) => exported[variable] ?? ''),
    ]),
  ),
  dataFolder,
  dataUser,
  stopSeconds: Number.parseInt(node.stop_grace_period, 10),
};

const unit = {
  environment: assignments(service.replaceAll(/^Environment=/gm, '')),
  stopSeconds: Number(found('systemd/keyhold.service', /^TimeoutStopSec=(\d+)$/m)),
};

const values = parse(read('helm/keyhold/values.yaml'));
const template = read(deployment);
const chart = {
  environment: {
    KEYHOLD_PUBLIC_URL: String(values.publicUrl),
    KEYHOLD_METRICS_PORT: String(values.metrics.port),
    ...(values.settings as Environment),
  } as Environment,
  /** The variables that the template sets by name. */
  ownVariables: [...template.matchAll(/- name: ([A-Z][A-Z_]*)$/gm)].map(([, name = '']) => name),
  port: found(deployment, /- name: http\n\s*containerPort: (\d+)/),
  user: found(deployment, /runAsUser: (\d+)/),
  group: found(deployment, /fsGroup: (\d+)/),
  dataFolder: found(deployment, /- name: data\n\s*mountPath: (\S+)/),
  stopSeconds: Number(found(deployment, /terminationGracePeriodSeconds: (\d+)/)),
};

/** The ports of the servers behind nginx. */
const upstreamPorts = ['container', 'nginx'].flatMap((folder) =>
  [...read(`${folder}/keyhold-nodes.conf`).matchAll(/server \S+?:(\d+) /g)].map(([, port]) => port),
);

export const places = {
  image,
  compose,
  unit,
  unitFile: assignments(read('systemd/keyhold.env')),
  chart,
  upstreamPorts,
};
