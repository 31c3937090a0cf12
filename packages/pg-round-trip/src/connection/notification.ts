/** A notification for NOTIFY, with a payload of at most 7,999 bytes. */
export interface Notification {
  readonly channel: string;
  readonly payload: string;
}
