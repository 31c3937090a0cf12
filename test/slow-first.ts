import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where tests start servers or programs: they take long, however short their files are. */
const slow = /\/(test\/(authorization|crash|fuzz)|operator|embedded|bench\/guarantees)\//;

/** Begins with tests that take long, so that none of them is left alone at the end; a new clone knows no durations. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => slow.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
