import { createProgram, run } from '@keyhold/cli';

export async function main(argv: readonly string[]): Promise<void> {
  await run(createProgram(), argv);
}
