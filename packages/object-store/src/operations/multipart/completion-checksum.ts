import { type Checksum, givenChecksumAlgorithm } from '../../checksum/checksum.js';
import type { UploadRecord } from '../../disk/multipart-uploads.js';
import type { Headers } from '../../http/headers.js';
import { S3Error } from '../../kernel/error.js';

/**
 * The checksum to compute for an object that is joined from parts: that of the upload, or of the request if the upload has
 * none.
 * @throws InvalidRequest if the request names another one than the upload
 */
export function completionChecksum(headers: Headers, upload: UploadRecord['checksum']): UploadRecord['checksum'] {
  const algorithm = givenChecksumAlgorithm(headers);
  const type = headers.get('x-amz-checksum-type');
  if (type !== undefined && type !== (upload?.type ?? 'FULL_OBJECT')) {
    throw new S3Error(
      'InvalidRequest',
      `The upload was created using the ${upload?.type ?? 'FULL_OBJECT'} checksum mode. The complete request must use the same checksum mode.`,
    );
  }
  if (algorithm === undefined || algorithm === upload?.algorithm) return upload;
  if (!upload && algorithm.startsWith('crc')) return { algorithm, type: 'FULL_OBJECT' };
  throw new S3Error(
    'InvalidRequest',
    `Checksum Type mismatch occurred, expected checksum Type: ${upload?.algorithm ?? 'null'}, actual checksum Type: ${algorithm}`,
  );
}

/**
 * Compares the joined object with what the request says of it.
 * @throws BadDigest or InvalidRequest
 */
export function checkCompletion(headers: Headers, size: number, checksum: Checksum | undefined): void {
  const declared = headers.get('x-amz-mp-object-size');
  if (declared !== undefined && declared !== String(size)) {
    throw new S3Error(
      'InvalidRequest',
      `The provided 'x-amz-mp-object-size' header value ${declared} does not match what was computed: ${size}`,
    );
  }
  if (!checksum) return;
  const given = headers.get(`x-amz-checksum-${checksum.algorithm}`);
  // Clients send the value of a composite checksum with or without the number of parts.
  if (given === undefined || given === checksum.value || given === checksum.value.replace(/-\d+$/, '')) return;
  throw new S3Error('BadDigest', 'The checksum you specified did not match the calculated checksum.');
}
