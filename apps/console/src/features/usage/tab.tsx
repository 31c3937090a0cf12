import type { calls, OutputOf } from '@keyhold/contract';
import { usageListLimit } from '@keyhold/contract';
import { overviewText } from '#text/usage.ts';

/** What the server says of an account's use. */
export type Usage = OutputOf<typeof calls.getUsage>;

/** What each tab shows a part of. */
export interface TabProps {
  /** Undefined while it is loading. */
  usage: Usage | undefined;
  error: unknown;
  onRetry: () => void;
}

/** Says that a list is longer than what came of it. */
export function CutNote({ count }: { count: number | undefined }) {
  if (count === undefined || count < usageListLimit) return null;
  return <p className="kh-muted kh-usage-cut">{overviewText.cut(count)}</p>;
}
