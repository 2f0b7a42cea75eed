import { resolve } from 'node:path';
import { BackupError } from './backup-error.js';

const EXAMPLES =
  'Examples: /backup/millrace, s3://bucket/prefix, s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-1';

/** Where a target is, as its address says. */
export type TargetAddress = { readonly directory: string } | S3Place;

/** The credentials come from the environment, as the AWS command line takes them. */
export interface S3Place {
  readonly bucket: string;
  /** Empty, or ends with `/`. */
  readonly prefix: string;
  /** Undefined: AWS. */
  readonly endpoint: string | undefined;
  /** Undefined: that of the environment. */
  readonly region: string | undefined;
}

/**
 * Reads `s3://bucket/prefix`, with the optional parameters `endpoint` and `region`, or the path of a directory.
 *
 * @throws BackupError for an address that is neither
 */
export function parseTarget(address: string): TargetAddress {
  if (address.startsWith('s3://')) return parseS3(address);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) throw wrong('is neither a directory nor s3://');
  return { directory: resolve(address) };
}

/** What is wrong with an address; undefined when nothing is. */
export function checkTarget(address: string): string | undefined {
  try {
    parseTarget(address);
    return undefined;
  } catch (error) {
    if (error instanceof BackupError) return error.message;
    throw error;
  }
}

/** The address is not repeated: it may hold what should not be there. */
const wrong = (problem: string): BackupError => new BackupError(`The address of the backups ${problem}. ${EXAMPLES}`);

function parseS3(address: string): S3Place {
  if (!URL.canParse(address)) throw wrong('is not valid');
  const url = new URL(address);
  if (url.hostname === '') throw wrong('names no bucket');
  if (url.username !== '' || url.password !== '') {
    throw wrong('has credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead');
  }
  for (const name of url.searchParams.keys()) {
    if (name !== 'endpoint' && name !== 'region') throw wrong(`has the unknown parameter ${name}`);
  }
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:\/\/[^/]/.test(endpoint))
    throw wrong('has an endpoint that is no http address');
  const path = decodeURIComponent(url.pathname.replace(/^\/+|\/+$/g, ''));
  const region = url.searchParams.get('region') ?? undefined;
  return { bucket: url.hostname, prefix: path === '' ? '' : `${path}/`, endpoint, region };
}
