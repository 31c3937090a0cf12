/** Whether the server refused a change because somebody else changed the thing since it was read (412). */
export function isStale(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 412;
}
