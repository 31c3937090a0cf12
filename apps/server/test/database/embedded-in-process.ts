// A separate server for tests that kill one: `node embedded-in-process.ts FOLDER`.
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded.ts';

const dataDirectory = process.argv[2];
if (!dataDirectory) throw new Error('Name the data folder.');
const { connectionString } = await startEmbeddedPostgres({ dataDirectory, log: console.error });
console.log(connectionString);
setInterval(() => undefined, 60_000);
