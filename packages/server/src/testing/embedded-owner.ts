import { startEmbeddedPostgres } from '../postgres/embedded/start.js';
import { quietLog } from './quiet-log.js';

// A process that uses the embedded PostgreSQL of the directory it is given: prints a line of JSON once it runs or could
// not be started, stops when its standard input ends.

const dataDirectory = process.argv[2] ?? '';
const fallbackDirectory = process.argv[3];

try {
  const postgres = await startEmbeddedPostgres({
    dataDirectory,
    log: quietLog,
    durable: false,
    ...(fallbackDirectory === undefined ? {} : { fallbackDirectory }),
  });
  process.stdout.write(`${JSON.stringify({ url: postgres.url, ownerUrl: postgres.ownerUrl })}\n`);
  process.stdin.resume();
  process.stdin.once('end', () => {
    void postgres.stop().then(() => process.exit(0));
  });
} catch (error) {
  const failure = error instanceof Error ? { name: error.name, message: error.message } : { name: '', message: '' };
  process.stdout.write(`${JSON.stringify(failure)}\n`);
  process.exitCode = 1;
}
