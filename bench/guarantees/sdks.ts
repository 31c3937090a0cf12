// `npm run guarantee:sdks -- --minutes 10`: the SDKs of all languages share the same seats over two servers, while servers
// and the database are killed, connections cut and replies lost. No seat is used twice, and no thread, handle or socket of
// an SDK is left at the end. Languages whose tools are missing are left out; `npm run sdks` installs them.
import { runCommand } from './command.ts';
import { runSdks } from './sdks/sdks-run.ts';

await runCommand({ minutes: 10, seats: 5, clients: 2 }, async (options) => {
  const { languages, faults, releases, violations } = await runSdks(options, console.log);
  const rows = languages.map(({ name, uses, before, after }) => ({
    minutes: options.minutes,
    language: name,
    clients: options.clients,
    seats: options.seats,
    uses,
    threads: `${before.threads} → ${after.threads}`,
    handles: `${before.handles} → ${after.handles}`,
    sockets: `${before.sockets} → ${after.sockets}`,
  }));
  console.log(
    `${Object.entries({ ...faults, releases, violations: violations.length })
      .flat()
      .join(' ')}`,
  );
  return { rows, violations, details: { faults, releases } };
});
