/**
 * Ends this process, by SIGTERM, soon after the npm that runs it. npm passes signals on, but a hard kill ends it without a
 * word to us. A script that was not started by npm may well outlive its starter.
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
