import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../test/soon.ts';
import { type Bed, openBed, openStage, type Stage } from './bed.ts';
import { type Calculation, type Case, eventually } from './case.ts';
import { faultCases, lives } from './cases/faults.ts';
import { lifeCases } from './cases/lives.ts';
import { machineCases } from './cases/machines.ts';
import { offlineCases } from './cases/offline.ts';
import { refusalCases } from './cases/refusals.ts';
import { signInCases } from './cases/sign-in.ts';
import { vectorCases } from './cases/vectors.ts';
import { waitingCases } from './cases/waiting.ts';
import { type Driver, startDriver } from './driver.ts';
import { build, can, isThorough, languages } from './languages.ts';

const cases: readonly (Case | Calculation)[] = [
  ...vectorCases,
  ...faultCases,
  ...refusalCases,
  ...lifeCases,
  ...machineCases,
  ...offlineCases,
  ...waitingCases,
  ...signInCases,
];
/** The cases to run, by a pattern of their names: all unless it is given. */
const isChosen = new RegExp(process.env['KEYHOLD_CASES'] ?? '');
/** Most cases wait for a heartbeat or a timeout: this many run at once. */
const atOnce = 64;

let bed: Bed;
beforeAll(async () => {
  bed = await openBed();
});
afterAll(() => bed.close());

it('has at least 80 cases, each with a name of its own', () => {
  expect(cases.length).toBeGreaterThanOrEqual(80);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});

/** Fails for work that hangs, so that it is named and the other cases have their turn. */
function inTime(name: string, work: Promise<void>): Promise<void> {
  const hangs = Promise.withResolvers<never>();
  const timer = setTimeout(() => hangs.reject(new Error(`The case hangs: ${name}`)), 2 * limits.wait);
  return Promise.race([work, hangs.promise]).finally(() => clearTimeout(timer));
}

for (const language of languages) {
  describe.skipIf(language.driver === null)(`the SDK for ${language.name}`, () => {
    const able = cases.filter(({ name }) => can(language, name) && isChosen.test(name));
    const outcomes = new Map<string, unknown>();
    let driver: Driver;

    async function runCase(one: Case | Calculation): Promise<void> {
      const { name } = one;
      const stage = 'run' in one ? await openStage(bed, driver) : null;
      try {
        await inTime(name, 'run' in one ? one.run(stage as Stage, driver) : one.calculate(driver));
        outcomes.set(name, null);
      } catch (error) {
        outcomes.set(name, error);
      } finally {
        if (stage) await inTime(name, stage.close()).catch((error) => outcomes.set(name, error));
      }
    }

    beforeAll(async () => {
      await build(language);
      driver = startDriver(language.driver ?? []);
      const waiting = [...able];
      const work = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await runCase(next);
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    });

    it.each(able)('$name', ({ name }) => {
      const outcome = outcomes.get(name);
      if (outcome) throw outcome;
      expect(outcomes.has(name)).toBe(true);
    });

    it('loses nothing when the server restarts at any step, before its reply arrives', async () => {
      const stages = await Promise.all(Object.keys(lives).map(() => openStage(bed, driver)));
      const running = Object.entries(lives).map(async ([step, life], index) => {
        const stage = stages[index] as Stage;
        await stage.connect();
        await inTime(step, life(stage, 'keep-reply'));
      });
      await eventually(() => expect(stages.map(({ proxy }) => proxy.kept() > 0)).not.toContain(false));
      await bed.restart();
      for (const { proxy } of stages) proxy.loseKept();
      await Promise.all(running);
      await Promise.all(stages.map((stage) => stage.close()));
    });

    // `npm run sdks` prints them.
    afterAll(async () => {
      if (!isThorough) return;
      const folder = fileURLToPath(new URL('.cache', import.meta.url));
      await mkdir(folder, { recursive: true });
      const passed = cases.map(({ name }) => [name, outcomes.get(name) === null]);
      await writeFile(`${folder}/${language.name}.json`, JSON.stringify(Object.fromEntries(passed)));
    });

    it('ends when its input ends, with no thread left', async () => {
      expect(await driver.close()).toBe(0);
    });
  });
}
