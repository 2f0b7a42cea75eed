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
  return pino(
    {
      level,
      base: { service: 'millrace', pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  );
}
