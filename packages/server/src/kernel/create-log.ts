import { type DestinationStream, type Logger, pino } from 'pino';

/** Members that must never reach a log line, wherever they stand. */
const secret = [
  'authorization',
  'client_secret',
  'clientSecret',
  'access_token',
  'accessToken',
  'password',
  'secretAccessKey',
  'secretKey',
];

/**
 * The structured log of the server: one JSON object per line, with trace ids, without secrets.
 *
 * @param level pino level
 * @param destination default: standard output
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return create(level, {}, destination ?? pino.destination({ fd: 1, sync: false }));
}

/**
 * The log of one of several processes that share standard output. Each line is one write, and a pipe keeps writes of up
 * to 4 KiB whole; lines of several processes that are written together would end up inside each other.
 *
 * @param worker number of the process; a member of each line
 */
export const createWorkerLog = (level: string, worker: number): Logger =>
  create(level, { worker }, pino.destination({ fd: 1, sync: true }));

/**
 * The log of what a person must see whatever the level is: that the server is ready, that it stops, and why it could not
 * start. One JSON object per line on standard error, each written before the call returns.
 */
export const createAnnouncementLog = (): Logger => create('info', {}, pino.destination({ fd: 2, sync: true }));

function create(level: string, members: object, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: { service: 'millrace', pid: process.pid, ...members },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
    },
    destination,
  );
}
