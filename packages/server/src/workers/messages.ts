import type { MetricValues } from '../http/monitoring/metrics.js';
import type { Config } from '../kernel/config.js';

/** Messages of the primary to a server process. Messages and connections arrive in the order they were sent. */
export type ToWorker =
  | { readonly kind: 'begin'; readonly config: Config; readonly worker: number }
  /** Comes with the socket. */
  | { readonly kind: 'connection'; readonly id: number }
  /** A shutdown has begun; connections may still come. */
  | { readonly kind: 'stopping' }
  /** No more connections will come: finish the open work and exit. */
  | { readonly kind: 'stop' }
  | { readonly kind: 'measure'; readonly id: number }
  /** The answer to `collect`. */
  | { readonly kind: 'collected'; readonly id: number; readonly metrics: readonly MetricValues[] };

/** Messages of a server process to the primary. */
export type ToPrimary =
  | { readonly kind: 'ready'; readonly url: string; readonly credentialsFile: string | undefined }
  /** It could not start, for a reason that the operator can fix. */
  | { readonly kind: 'failed'; readonly message: string }
  /** It has the connection, or the client closed it on the way. */
  | { readonly kind: 'taken'; readonly id: number }
  | { readonly kind: 'measured'; readonly id: number; readonly metrics: MetricValues }
  /** Asks for the metrics of all processes. */
  | { readonly kind: 'collect'; readonly id: number };
