import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Manifest, mistakes, render, values } from './manifests.ts';

describe("the chart's values", () => {
  const schema = readFileSync(join(import.meta.dirname, 'keyhold/values.schema.json'), 'utf8');
  const check = new Ajv2020({ strict: false }).compile(JSON.parse(schema));

  it('match their schema', () => {
    check(values);
    expect(check.errors).toBeNull();
  });

  it.each(['KEYHOLD_SESION_HOURS', 'KEYHOLD_PORT', 'DATABASE_URL'])('have no setting %s', (name) => {
    expect(check({ ...values, settings: { [name]: '1' } })).toBe(false);
  });
});

it("the shipped cluster of CloudNativePG has the chart's secret, and spreads its machines", () => {
  const { metadata, spec } = parse(readFileSync(join(import.meta.dirname, '../cluster/cloudnativepg.yaml'), 'utf8'));
  expect(spec).toMatchObject({
    instances: 3,
    postgresql: { synchronous: { number: 1, dataDurability: 'required' } },
    // Its secret is that of the owner.
    bootstrap: { initdb: { owner: 'keyhold' } },
    affinity: { enablePodAntiAffinity: true, podAntiAffinityType: 'required', topologyKey: 'kubernetes.io/hostname' },
    topologySpreadConstraints: [{ labelSelector: { matchLabels: { 'cnpg.io/cluster': metadata.name } } }],
    enablePDB: true,
  });
});

describe('the rendered chart', () => {
  const kinds = (manifests: readonly Manifest[]) => manifests.map(({ kind }) => kind);

  it('is valid for Kubernetes', () => {
    const manifests = render();
    expect(kinds(manifests)).toEqual(['Deployment', 'Ingress', 'PodDisruptionBudget', 'Service']);
    expect(mistakes(manifests)).toBe('');
  });

  it('is valid with other values, too', () => {
    const manifests = render({
      replicas: 1,
      image: { repository: 'registry.example.com/keyhold', tag: 'abc', pullPolicy: 'Always' },
      imagePullSecrets: [{ name: 'registry' }],
      ingress: { enabled: false },
      resources: {},
    });
    expect(kinds(manifests)).toEqual(['Deployment', 'Service']);
    expect(mistakes(manifests)).toBe('');
    expect(JSON.stringify(manifests)).toContain('"image":"registry.example.com/keyhold:abc"');
  });

  it("takes its database from CloudNativePG's secret, and spreads its nodes", () => {
    const manifests = render({ cloudNativePg: 'keyhold-db' });
    expect(mistakes(manifests)).toBe('');
    const text = JSON.stringify(manifests);
    expect(text).toContain(
      '{"name":"DATABASE_URL","valueFrom":{"secretKeyRef":{"name":"keyhold-db-app","key":"uri"}}}',
    );
    expect(text.match(/"topologyKey":"[^"]*"/g)).toEqual([
      '"topologyKey":"topology.kubernetes.io/zone"',
      '"topologyKey":"kubernetes.io/hostname"',
      '"topologyKey":"kubernetes.io/hostname"',
    ]);
    expect(JSON.stringify(render())).not.toContain('"DATABASE_URL"');
  });

  it('keeps a node while machines are drained, and sends requests only to nodes whose database leads', () => {
    const manifests = render({ cloudNativePg: 'keyhold-db' });
    const specOf = (wanted: string) => manifests.find(({ kind }) => kind === wanted)?.spec ?? {};
    const { selector, template } = specOf('Deployment') as {
      selector: object;
      template: { spec: { containers: readonly Record<string, unknown>[] } };
    };
    expect(specOf('PodDisruptionBudget')).toEqual({ minAvailable: 1, selector });
    // Two seconds after the database has become a standby, /readyz is 503; a pod that only waits for it is not restarted.
    const [{ readinessProbe, livenessProbe } = {}] = template.spec.containers;
    expect(readinessProbe).toMatchObject({ httpGet: { path: '/readyz' }, periodSeconds: 2, failureThreshold: 1 });
    expect(livenessProbe).toMatchObject({ httpGet: { path: '/healthz' } });
  });

  it('is invalid with an unknown field, or a field of another type', () => {
    const [deployment] = render();
    if (!deployment) throw new Error('There is no deployment.');
    expect(mistakes([{ ...deployment, spec: { ...deployment.spec, replica: 2 } }])).toContain(
      `'"replica"' does not exist`,
    );
    expect(mistakes([{ ...deployment, spec: { ...deployment.spec, replicas: '2' } }])).toContain("'string'");
  });
});
