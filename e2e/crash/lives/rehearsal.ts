import { inDatabase } from '../../fixtures/database.ts';
import { differences, type Facts, factsOf } from './facts.ts';
import type { BeginLife, Surroundings } from './life.ts';

/** The facts before the first step of a life, after the first, and so on, without failures. */
export type Course = readonly Facts[];

/** Runs a life once without failures, and records the facts after each step. */
export async function rehearse(begin: BeginLife, surroundings: Surroundings, name: string): Promise<Course> {
  const life = begin(surroundings, name);
  const read = () => inDatabase(surroundings.database, (client) => factsOf(client, name));
  const course = [await read()];
  for (const step of life.steps) {
    await step.send().catch((error: unknown) => {
      const facts = [...(course.at(-1) ?? [])].map(([thing, fact]) => `${thing}: ${fact}`).join('\n');
      throw new Error(`${name}, ${step.kind}: ${error}\nIt was so far:\n${facts}`, { cause: error });
    });
    const facts = await read();
    const same = differences(course.at(-1) ?? new Map(), facts).length === 0;
    if (same !== (step.unseen ?? false)) throw new Error(`${name}, ${step.kind}: nothing can be told of it.`);
    course.push(facts);
  }
  return course;
}
