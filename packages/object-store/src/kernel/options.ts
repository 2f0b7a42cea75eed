/** A key pair that may sign requests. Every credential owns every bucket: there are no users or policies here. */
export interface Credential {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The store's log. A pino logger can be used. */
export interface StoreLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Bounds, each with the default that S3 itself has where it has one. */
export interface Limits {
  /** Largest body of one PUT, POST file or part, in bytes. Default 5 GiB. */
  readonly objectBytes: number;
  /** Largest object assembled from parts, in bytes. Default 5 TiB. */
  readonly multipartObjectBytes: number;
  /** Smallest part that is not the last, in bytes. Default 5 MiB. */
  readonly partBytes: number;
  /** Largest XML body, in bytes. Default 4 MiB (10,000 parts with checksums fit). */
  readonly xmlBytes: number;
  /** A connection without traffic is closed after this many milliseconds. Default 60 s. */
  readonly idleMs: number;
  /** After an early refusal the store reads what the client still sends for this many milliseconds. Default 10 s. */
  readonly lingerMs: number;
  /** How long `close` waits for requests in flight, in milliseconds. Default 10 s. */
  readonly closeMs: number;
  /** Multipart uploads older than this are removed at start and hourly, in milliseconds. Default 7 days. */
  readonly multipartAgeMs: number;
}

export interface ObjectStoreOptions {
  /** Directory of all data, created if missing. One process at a time: a lock file refuses a second one. */
  readonly directory: string;
  readonly credentials: readonly Credential[];
  /** The region that signatures must name. Default `us-east-1`. */
  readonly region?: string;
  /** Milliseconds since 1970, for signature ages and modification times. Default `Date.now`. */
  readonly clock?: () => number;
  readonly limits?: Partial<Limits>;
  readonly logger?: StoreLogger;
  /** Accept the older signature version 2 (headers, query strings, POST policies). Default false. */
  readonly allowSignatureV2?: boolean;
  /** Origins that browsers may call from, `*` for all (safe, because no request is authenticated by a cookie). Default `['*']`. */
  readonly corsOrigins?: readonly string[];
  /**
   * Uploads are refused with InsufficientStorage (507) if they would leave less than this many bytes free on the file system of
   * the directory. Copies and the joining of parts may use half of it. Reading and deleting always work. Default: 1 GiB, or a
   * twentieth of the file system if that is less.
   */
  readonly reserveBytes?: number;
  /** Buckets to create at start if they are missing. */
  readonly buckets?: readonly string[];
}

/** The options with every default filled in. */
export interface Settings {
  readonly credentials: ReadonlyMap<string, Credential>;
  readonly region: string;
  readonly clock: () => number;
  readonly limits: Limits;
  readonly logger: StoreLogger | undefined;
  readonly allowSignatureV2: boolean;
  readonly corsOrigins: readonly string[];
}

const MEBIBYTE = 1024 * 1024;

const defaultLimits: Limits = {
  objectBytes: 5 * 1024 * MEBIBYTE,
  multipartObjectBytes: 5 * 1024 * 1024 * MEBIBYTE,
  partBytes: 5 * MEBIBYTE,
  xmlBytes: 4 * MEBIBYTE,
  idleMs: 60_000,
  lingerMs: 10_000,
  closeMs: 10_000,
  multipartAgeMs: 7 * 24 * 3600 * 1000,
};

/** Fills in the defaults of `ObjectStoreOptions`. */
export function settingsOf(options: ObjectStoreOptions): Settings {
  return {
    credentials: new Map(options.credentials.map((credential) => [credential.accessKeyId, credential])),
    region: options.region ?? 'us-east-1',
    clock: options.clock ?? Date.now,
    limits: { ...defaultLimits, ...options.limits },
    logger: options.logger,
    allowSignatureV2: options.allowSignatureV2 ?? false,
    corsOrigins: options.corsOrigins ?? ['*'],
  };
}
