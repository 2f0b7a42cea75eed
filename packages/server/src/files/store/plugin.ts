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

/** Origins that browsers upload to and download from (D28), each once. */
export function browserOrigins(plugins: readonly StoragePlugin[]): readonly string[] {
  return [...new Set(plugins.flatMap(originsOf))];
}

function originsOf({ publicEndpoint, endpoint, region, bucket, forcePathStyle }: StoragePlugin): readonly string[] {
  const { protocol, host } = new URL(publicEndpoint ?? endpoint ?? `https://s3.${region}.amazonaws.com`);
  const shared = `${protocol}//${host}`;
  if (forcePathStyle) return [shared];
  // A certificate for all buckets does not cover names with dots: such a bucket stays in the path.
  return bucket.includes('.') ? [shared, `${protocol}//${bucket}.${host}`] : [`${protocol}//${bucket}.${host}`];
}

/** Name of the plugin there is when none is configured (D28). */
export const defaultPluginName = 'knowledgeRepo';
