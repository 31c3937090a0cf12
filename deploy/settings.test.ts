// The environment variables of the server are defined once, in environment.ts: documentation, image, compose file, unit
// and chart agree with it. `npm run unit -- deploy/settings -u` updates the generated parts.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../apps/server/src/start/configuration.ts';
import { environmentSchema, settings } from '../apps/server/src/start/environment.ts';
import { places } from './places.ts';
import { settingsTable } from './settings-table.ts';

const { image, compose, unit, unitFile, chart } = places;
const database = { DATABASE_URL: 'postgresql://keyhold@database/keyhold' };

describe.each([
  ['the image', image.environment],
  ['the compose file', compose.environment],
  ['the unit', unit.environment],
  ["the unit's file", unitFile],
  ["the chart's settings", chart.environment],
])('%s', (_place, environment) => {
  it('sets only variables that the server reads, with valid values', () => {
    const names = Object.keys(environment).filter((name) => name !== 'XDG_CACHE_HOME');
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !(name in environmentSchema.shape))).toEqual([]);
    const whole = { ...database, ...image.environment, ...environment };
    expect(readConfiguration([], whole)?.warnings).toEqual([]);
  });
});

describe('image, compose file, unit and chart', () => {
  it('have one port, one user and one data folder', () => {
    const ports = new Set([image.exposed, image.healthPort, chart.port, ...places.upstreamPorts]);
    expect([...ports]).toEqual([image.environment['KEYHOLD_PORT']]);
    const users = new Set([image.createdUser, compose.dataUser, chart.user, chart.group]);
    expect([...users]).toEqual([image.user]);
    expect([...new Set([compose.dataFolder, chart.dataFolder])]).toEqual([image.environment['KEYHOLD_DATA_DIR']]);
  });

  it('give a server enough time to stop', () => {
    const times = [
      [compose.stopSeconds, compose.environment],
      [unit.stopSeconds, unitFile],
      [chart.stopSeconds, chart.environment],
    ] as const;
    for (const [seconds, environment] of times) {
      expect(seconds).toBeGreaterThanOrEqual(Number(environment['KEYHOLD_DRAIN_SECONDS']) + 20);
    }
  });

  it('contain no secrets', () => {
    expect(Object.keys(chart.environment).filter(isSecret)).toEqual([]);
    for (const [name, value] of Object.entries(compose.unresolved).filter(([name]) => isSecret(name))) {
      expect(value, name).toContain('${');
    }
  });
});

describe('the part that is generated from the settings in', () => {
  it.each([
    // Between the two comments.
    ['docs/operations.md', /(?<=<!-- settings -->\n\n).*(?=\n\n<!-- \/settings -->)/s, settingsTable()],
    [
      'deploy/helm/keyhold/values.schema.json',
      /(?<="propertyNames": \{\n {8}"enum": \[\n).*?(?=\n {8}\])/s,
      settableByChart()
        .map((name) => `          "${name}"`)
        .join(',\n'),
    ],
  ])('%s', async (name, place, made) => {
    const file = join(import.meta.dirname, '..', name);
    const text = await readFile(file, 'utf8');
    expect(text).toMatch(place);
    await expect(text.replace(place, () => made)).toMatchFileSnapshot(file);
  });
});

/** All variables except secrets and those that the image and the chart set themselves. */
function settableByChart(): string[] {
  const taken = [...Object.keys(image.environment), ...chart.ownVariables];
  return Object.keys(environmentSchema.shape).filter((name) => !taken.includes(name) && !isSecret(name));
}

function isSecret(name: string): boolean {
  const schema = Object.entries(environmentSchema.shape).find(([each]) => each === name)?.[1];
  return schema !== undefined && settings.get(schema)?.secret === true;
}
