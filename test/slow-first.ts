import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The folders whose tests start servers or programs, or migrate databases from the beginning: these are slow, even if their files are short. */
const slow = /\/(test\/(authorization|crash|fuzz)|operator|embedded|db\/migrations|bench\/guarantees)\//;

/** Runs slow tests first, so that none of them runs alone at the end; a new clone has no recorded durations. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => slow.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
