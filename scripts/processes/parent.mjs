/**
 * Sends SIGTERM to this process soon after the npm that runs it has died. npm forwards signals, but cannot forward a
 * SIGKILL. A script that was not started by npm may outlive its parent.
 */
export function endWithNpm() {
  if (!process.env['npm_lifecycle_event']) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
