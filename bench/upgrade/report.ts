import { isFailure, type Seen } from '../faults/record.ts';

/** Whether a request failed for any reason: an upgrade excuses none. */
export function failed(seen: Seen): boolean {
  return isFailure(seen) || seen.wrong !== null;
}

/** A line for each kind of request, before and during the upgrade. */
export function rowsOf(before: readonly Seen[], during: readonly Seen[]) {
  const kinds = [...new Set([...before, ...during].map(({ kind }) => kind))].sort();
  return kinds.map((kind) => {
    const [earlier, later] = [before, during].map((all) => all.filter((seen) => seen.kind === kind));
    return {
      request: kind,
      'longest before': longest(earlier ?? []),
      requests: later?.length ?? 0,
      failed: later?.filter(failed).length ?? 0,
      longest: longest(later ?? []),
    };
  });
}

function longest(seen: readonly Seen[]): string {
  return seen.length === 0 ? '–' : seconds(Math.max(...seen.map(({ sentAt, readAt }) => readAt - sentAt)));
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
