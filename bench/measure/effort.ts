/** How long and how often each contender is measured. */
export interface Effort {
  readonly rounds: number;
  /** The duration of one round. */
  readonly seconds: number;
}
