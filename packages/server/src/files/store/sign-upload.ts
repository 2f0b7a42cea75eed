import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { S3Target } from './s3-target.js';

/** Lifetime of a signed form in seconds (D29). */
export const uploadSeconds = 15 * 60;

/** What a signed form allows, exactly. */
export interface UploadPolicy {
  readonly key: string;
  readonly mimeType: string;
  /** Smallest upload in bytes; 0 allows empty files. */
  readonly minimumSize: number;
  /** Largest upload in bytes. */
  readonly maximumSize: number;
  /** Hex SHA-256 that stores which check upload checksums must see. */
  readonly sha256: string | undefined;
}

/** The form to send: every field as it is, then `file` last (interface: Create signed upload). */
export interface SignedForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Signs the form of one upload (D29). Computed here, unless credentials have to be fetched. */
export async function signUpload(target: S3Target, policy: UploadPolicy): Promise<SignedForm> {
  const { url, fields } = await createPresignedPost(target.signer, {
    Bucket: target.plugin.bucket,
    Key: policy.key,
    Expires: uploadSeconds,
    // Every field becomes an exact condition of its own.
    Fields: {
      'Content-Type': policy.mimeType,
      success_action_status: '204',
      ...(policy.sha256 === undefined ? {} : checksumFields(policy.sha256)),
    },
    Conditions: [['content-length-range', policy.minimumSize, policy.maximumSize]],
  });
  return { url, fields };
}

const checksumFields = (sha256: string): Record<string, string> => ({
  'x-amz-checksum-algorithm': 'SHA256',
  'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
});
