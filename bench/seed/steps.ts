import { startProgress } from '@keyhold/cli';
import type { SeedProgress } from './seed.ts';

/** Shows a progress bar for the current step, and prints a line with its duration for each finished step. */
export function reportSteps(): { readonly progress: SeedProgress; end(): void } {
  const begin = performance.now();
  let current: {
    readonly step: string;
    readonly since: number;
    readonly bar: ReturnType<typeof startProgress>;
  } | null = null;
  const finish = () => {
    if (!current) return;
    current.bar.stop();
    console.log(`${current.step}: ${seconds(current.since)}`);
    current = null;
  };
  return {
    progress: (step, done, total) => {
      if (current?.step !== step) {
        finish();
        current = { step, since: performance.now(), bar: startProgress(step) };
      }
      current?.bar.update(done, total);
    },
    end: () => {
      finish();
      console.log(`Everything: ${seconds(begin)}`);
    },
  };
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
