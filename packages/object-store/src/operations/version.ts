import { S3Error } from '../kernel/error.js';

/**
 * Buckets have no versioning, so that the one version of every object is `null`.
 * @throws NoSuchVersion if a request names another version
 */
export function requireNullVersion(version: string | undefined): void {
  if (version === undefined || version === '' || version === 'null') return;
  throw new S3Error('NoSuchVersion', undefined, { VersionId: version });
}
