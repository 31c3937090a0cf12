import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
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

  it('is invalid with an unknown field, or a field of another type', () => {
    const [deployment] = render();
    if (!deployment) throw new Error('There is no deployment.');
    expect(mistakes([{ ...deployment, spec: { ...deployment.spec, replica: 2 } }])).toContain(
      `'"replica"' does not exist`,
    );
    expect(mistakes([{ ...deployment, spec: { ...deployment.spec, replicas: '2' } }])).toContain("'string'");
  });
});
