#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Credential } from './kernel/options.js';
import { createObjectStore } from './object-store.js';

const USAGE = `Usage: millrace-object-store --directory DIR [options]

  --host HOST              default 127.0.0.1
  --port PORT              default 9000
  --region REGION          default us-east-1
  --bucket NAME            make this bucket if it is missing; may be repeated
  --credentials-file FILE  JSON: [{"accessKeyId": "...", "secretAccessKey": "..."}]
  --cors-origin ORIGIN     an origin browsers may call from; may be repeated; default *
  --reserve BYTES          refuse uploads that would leave less free space; default 1 GiB or 5 %
  --no-signature-v2        refuse signature version 2

Without --credentials-file the one credential is MILLRACE_STORE_ACCESS_KEY and MILLRACE_STORE_SECRET_KEY.
`;

/** Runs the store until SIGINT or SIGTERM. Returns the exit code. */
async function main(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      directory: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '9000' },
      region: { type: 'string', default: 'us-east-1' },
      bucket: { type: 'string', multiple: true, default: [] },
      'credentials-file': { type: 'string' },
      'cors-origin': { type: 'string', multiple: true, default: [] },
      reserve: { type: 'string' },
      'signature-v2': { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || values.directory === undefined) {
    process.stdout.write(USAGE);
    return values.help ? 0 : 2;
  }
  const store = createObjectStore({
    directory: values.directory,
    credentials: await readCredentials(values['credentials-file'], environment),
    region: values.region,
    buckets: values.bucket,
    allowSignatureV2: values['signature-v2'],
    ...(values.reserve === undefined ? {} : { reserveBytes: bytesOf(values.reserve) }),
    ...(values['cors-origin'].length > 0 ? { corsOrigins: values['cors-origin'] } : {}),
    logger: { info: log, warn: log, error: log },
  });
  const running = await store.listen({ host: values.host, port: Number(values.port) });
  process.stdout.write(`millrace-object-store is listening on ${running.url}\n`);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await running.close();
  return 0;
}

function bytesOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Error(`--reserve must be a number of bytes, not "${text}"`);
}

async function readCredentials(file: string | undefined, environment: NodeJS.ProcessEnv): Promise<Credential[]> {
  if (file !== undefined) {
    const parsed: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Array.isArray(parsed) && parsed.length > 0 && parsed.every(isCredential)) return parsed;
    throw new Error(`${file} is not a list of {"accessKeyId", "secretAccessKey"}`);
  }
  const accessKeyId = environment.MILLRACE_STORE_ACCESS_KEY;
  const secretAccessKey = environment.MILLRACE_STORE_SECRET_KEY;
  if (accessKeyId && secretAccessKey) return [{ accessKeyId, secretAccessKey }];
  throw new Error('no credentials: set MILLRACE_STORE_ACCESS_KEY and MILLRACE_STORE_SECRET_KEY or --credentials-file');
}

function isCredential(value: unknown): value is Credential {
  return (
    typeof value === 'object' &&
    value !== null &&
    'accessKeyId' in value &&
    typeof value.accessKeyId === 'string' &&
    'secretAccessKey' in value &&
    typeof value.secretAccessKey === 'string'
  );
}

function log(details: object, message: string): void {
  const error = 'err' in details && details.err instanceof Error ? { err: details.err.stack } : {};
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), message, ...details, ...error })}\n`);
}

main(process.argv.slice(2), process.env).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`millrace-object-store: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
