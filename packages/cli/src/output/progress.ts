/** A progress bar on standard error. */
export interface Progress {
  /** @param done how much of the total is done */
  update(done: number, total: number): void;
  /** Removes the bar. */
  stop(): void;
}

const width = 30;
/** The minimum time between updates in milliseconds; a bar that changes faster is unreadable. */
const drawEvery = 100;

/**
 * Shows a progress bar. Writes nothing when standard error is not a terminal.
 *
 * @example
 * const progress = startProgress('Issuing');
 * try { … progress.update(done, rows.length); … } finally { progress.stop(); }
 */
export function startProgress(label: string): Progress {
  const { stderr } = process;
  if (!stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  let drawnAt = Number.NEGATIVE_INFINITY;
  const update = (done: number, total: number) => {
    const now = performance.now();
    if (now - drawnAt < drawEvery) return;
    drawnAt = now;
    stderr.write(`\r\u001b[K${label} ${drawBar(done, total)}`);
  };
  return { update, stop: () => void stderr.write('\r\u001b[K') };
}

/** `█████░░░░░ 50 %`: a bar for a part of a total; the total may be 0, the part may exceed it. */
export function drawBar(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(done / total, 1);
  const filled = Math.round(share * width);
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${Math.floor(share * 100)} %`;
}
