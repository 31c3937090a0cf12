import type { calls, OutputOf } from '@keyhold/contract';

/** What the server says of an account's use. */
export type Usage = OutputOf<typeof calls.getUsage>;

/** What each tab shows a part of. */
export interface TabProps {
  /** Undefined while it is loading. */
  usage: Usage | undefined;
  error: unknown;
  onRetry: () => void;
}
