import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { openBed, openStage, type Stage } from './bed.ts';
import type { Driver } from './driver.ts';
import { languages } from './languages.ts';

/** The most lines of the program with which a README begins. */
const longest = 15;

/** Whether the tools of a language are missing. */
export function isMissing(language: string): boolean {
  return languages.find(({ name }) => name === language)?.driver === null;
}

/** The first program of a README, for the server and the product of a stage. */
export async function firstProgram(path: string, language: string, { bed }: Stage): Promise<string> {
  const readme = await readFile(path, 'utf8');
  const [, program = ''] = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(readme) ?? [];
  expect(program.trim().split('\n').length).toBeLessThanOrEqual(longest);
  expect(program).toContain('keyhold-studio');
  return program.replace('https://licenses.example.com', bed.url).replace('keyhold-studio', 'studio');
}

/** Runs work on a stage of its own, without a driver. */
export async function withStage(work: (stage: Stage) => Promise<void>): Promise<void> {
  const bed = await openBed();
  const stage = await openStage(bed, {} as Driver);
  try {
    await work(stage);
  } finally {
    await stage.close();
    await bed.close();
  }
}
