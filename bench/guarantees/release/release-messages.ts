/** The options of the process with the streams. */
export interface StreamsOptions {
  readonly urls: readonly string[];
  readonly tokens: readonly string[];
  /** The rn of the product. */
  readonly product: string;
  readonly streams: number;
}

export type FromStreams =
  | { readonly kind: 'opened'; readonly count: number }
  | { readonly kind: 'ready' }
  /** `at` is on the machine's clock. */
  | { readonly kind: 'released'; readonly license: string; readonly at: number }
  | { readonly kind: 'failed'; readonly what: string };
