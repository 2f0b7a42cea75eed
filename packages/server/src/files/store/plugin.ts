/** A named S3 target (D28). */
export interface StoragePlugin {
  readonly name: string;
  /** Address of the store; undefined: AWS itself, by region. */
  readonly endpoint: string | undefined;
  /** Address that clients reach the store at, which signatures are made for; default the endpoint. */
  readonly publicEndpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** Undefined: the AWS SDK's own chain (environment, profile, container and instance roles). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
  /** The bucket in the path instead of the host name. */
  readonly forcePathStyle: boolean;
  /** What keys begin with, without slashes at its ends; empty for none. */
  readonly prefix: string;
  /** Bytes; undefined: only the server's own limit. */
  readonly maximumFileSize: number | undefined;
  /** Types that may be uploaded, a type with `*` as subtype for all of it; undefined: every type. */
  readonly mimeTypes: readonly string[] | undefined;
}

/** Name of the plugin there is when none is configured (D28). */
export const defaultPluginName = 'knowledgeRepo';
