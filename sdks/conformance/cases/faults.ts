import { expect } from 'vitest';
import type { Stage } from '../bed.ts';
import { type Case, eventually, expectEntitled, repeat, steps } from '../case.ts';
import { type Fault, faults } from '../fault-proxy.ts';

type Step = keyof typeof steps;

const free = (stage: Stage) => eventually(async () => expect((await stage.seat())['lease-state']).toBe('free'));

/** For each step of a lease's life: it happens with a fault, and nothing is lost. */
export const lives: Readonly<Record<Step, (stage: Stage, fault: Fault) => Promise<void>>> = {
  async consume(stage, fault) {
    stage.proxy.fault(steps.consume, fault);
    await stage.consume();
    expect(await stage.seat()).toMatchObject({ 'lease-state': 'active', epoch: 1 });
    await expectEntitled(stage);
  },
  async heartbeat(stage, fault) {
    await stage.consume();
    stage.proxy.fault(steps.heartbeat, fault);
    await eventually(() => expect(stage.proxy.passed(steps.heartbeat)).toBeGreaterThan(0));
    await expectEntitled(stage);
    expect([stage.events('released'), stage.events('suspended')]).toEqual([[], []]);
    expect(await stage.seat()).toMatchObject({ 'lease-state': 'active', epoch: 1 });
  },
  async release(stage, fault) {
    await stage.consume();
    stage.proxy.fault(steps.release, fault);
    await stage.command('release');
    expect(await stage.seat()).toMatchObject({ 'lease-state': 'free' });
  },
  async acknowledge(stage, fault) {
    await stage.consume();
    stage.proxy.fault(steps.acknowledge, fault);
    await stage.bed.test.as(stage.ada, `POST /license/v1/licenses/${stage.license.id}/unassign`, {});
    await eventually(() => expect(stage.events('ended')).toHaveLength(1));
    expect(stage.proxy.passed(steps.acknowledge)).toBe(1);
    await free(stage);
  },
  async 'take-offline'(stage, fault) {
    await stage.consume();
    stage.proxy.fault(steps['take-offline'], fault);
    expect(await stage.command('take-offline', { days: 2 })).toMatchObject({ entitled: true });
    expect(await stage.seat()).toMatchObject({ 'lease-state': 'offline' });
    await stage.command('return');
  },
  async return(stage, fault) {
    await stage.consume();
    await stage.command('take-offline', { days: 2 });
    stage.proxy.fault(steps.return, fault);
    await repeat(() => stage.command('return'));
    expect(await stage.seat()).toMatchObject({ 'lease-state': 'free' });
  },
  async events(stage, fault) {
    stage.proxy.fault(steps.events, fault, 2);
    await stage.consume();
    await stage.bed.test.as(stage.ada, `POST /license/v1/licenses/${stage.license.id}/unassign`, {});
    await eventually(() => expect(stage.events('ended')).toHaveLength(1));
    expect(stage.events('released')).toMatchObject([{ reason: 'released', by: stage.ada.rn }]);
    await free(stage);
  },
  async keys(stage, fault) {
    stage.proxy.fault(steps.keys, fault);
    await stage.consume();
    await expectEntitled(stage);
    expect(await stage.seat()).toMatchObject({ 'lease-state': 'active', epoch: 1 });
  },
  async consumable(stage, fault) {
    stage.proxy.fault(steps.consumable, fault);
    const { items } = await repeat(() => stage.command('consumable', { product: stage.bed.product }));
    expect(items).toMatchObject([{ rn: stage.license.rn, available: true }]);
  },
};

const named = Object.entries(lives) as [Step, (typeof lives)[Step]][];
const day = 86_400_000;
/** The steps that a calendar behind the server's refuses. */
const needsCalendar: readonly Step[] = ['take-offline', 'return'];

export const faultCases: readonly Case[] = named.flatMap(([step, life]) => [
  ...faults.map((fault) => ({
    name: `${step}: ${fault}`,
    async run(stage: Stage) {
      await stage.connect();
      await life(stage, fault);
    },
  })),
  ...[day, -day]
    .filter((ahead) => ahead > 0 || !needsCalendar.includes(step))
    .map((ahead) => ({
      name: `${step}: lose-reply, with a calendar that is a day ${ahead > 0 ? 'ahead' : 'behind'}`,
      async run(stage: Stage) {
        await stage.connect({ 'ahead-ms': ahead });
        await life(stage, 'lose-reply');
      },
    })),
]);
