import { createHash } from 'node:crypto';
import type { Headers } from '../http/headers.js';
import { S3Error } from '../kernel/error.js';
import { crc32, crc32c, crc64nvme, type RunningChecksum } from './crc.js';

/** The checksum algorithms of S3 by their name in headers: [name in XML and x-amz-checksum-algorithm, length in bytes]. */
export const checksumAlgorithms = {
  crc32: ['CRC32', 4],
  crc32c: ['CRC32C', 4],
  crc64nvme: ['CRC64NVME', 8],
  sha1: ['SHA1', 20],
  sha256: ['SHA256', 32],
} as const;

export type ChecksumAlgorithm = keyof typeof checksumAlgorithms;

/** A checksum as it is stored and returned. The value is base64, followed by `-<parts>` for a composite one. */
export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly value: string;
  readonly type: 'FULL_OBJECT' | 'COMPOSITE';
}

/** The element of an XML document that has a checksum of this algorithm. */
export function checksumElement(algorithm: ChecksumAlgorithm): string {
  return `Checksum${checksumAlgorithms[algorithm][0]}`;
}

/** The elements of a checksum in an XML document; none without a checksum. */
export function checksumElements(checksum: Checksum | undefined): { readonly [name: string]: string } {
  return checksum ? { [checksumElement(checksum.algorithm)]: checksum.value, ChecksumType: checksum.type } : {};
}

/** Narrows a name such as `crc32` to an algorithm. */
export function isChecksumAlgorithm(name: string): name is ChecksumAlgorithm {
  return Object.hasOwn(checksumAlgorithms, name);
}

/** Starts a checksum. */
export function startChecksum(algorithm: ChecksumAlgorithm): RunningChecksum {
  switch (algorithm) {
    case 'crc32':
      return crc32();
    case 'crc32c':
      return crc32c();
    case 'crc64nvme':
      return crc64nvme();
    case 'sha1':
    case 'sha256': {
      const hash = createHash(algorithm);
      return { update: (chunk) => void hash.update(chunk), digest: () => hash.digest() };
    }
  }
}

/**
 * The algorithm of the x-amz-checksum-<algorithm> header that a request has, if it has one.
 * @throws InvalidRequest for more than one
 */
export function givenChecksumAlgorithm(headers: Headers): ChecksumAlgorithm | undefined {
  const given = Object.keys(checksumAlgorithms)
    .filter(isChecksumAlgorithm)
    .filter((algorithm) => headers.has(`x-amz-checksum-${algorithm}`));
  if (given.length > 1) {
    throw new S3Error(
      'InvalidRequest',
      'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    );
  }
  return given[0];
}

/** The checksum that a request announces: the algorithm, and the value unless it comes in the trailer. */
export interface ExpectedChecksum {
  readonly algorithm: ChecksumAlgorithm;
  readonly value: string | undefined;
}

/**
 * Reads x-amz-checksum-<algorithm>, x-amz-trailer or x-amz-sdk-checksum-algorithm.
 * @throws InvalidRequest for more than one value and for a value with a wrong length
 */
export function expectedChecksum(headers: Headers, trailer: boolean): ExpectedChecksum | undefined {
  const algorithm = givenChecksumAlgorithm(headers);
  if (algorithm) {
    const value = headers.get(`x-amz-checksum-${algorithm}`) ?? '';
    requireChecksumValue(algorithm, value);
    return { algorithm, value };
  }
  if (trailer) {
    const name = (headers.get('x-amz-trailer') ?? '').toLowerCase().replace('x-amz-checksum-', '');
    if (isChecksumAlgorithm(name)) return { algorithm: name, value: undefined };
  }
  const asked = headers.get('x-amz-sdk-checksum-algorithm') ?? headers.get('x-amz-checksum-algorithm');
  return asked === undefined ? undefined : { algorithm: checksumAlgorithmOf(asked), value: undefined };
}

/**
 * The algorithm of x-amz-checksum-algorithm, in any case.
 * @throws InvalidRequest
 */
export function checksumAlgorithmOf(name: string): ChecksumAlgorithm {
  const lower = name.toLowerCase();
  if (isChecksumAlgorithm(lower)) return lower;
  throw new S3Error(
    'InvalidRequest',
    'Checksum algorithm provided is unsupported. Please try again with any of the valid types: [CRC32, CRC32C, CRC64NVME, SHA1, SHA256]',
  );
}

/**
 * @throws InvalidRequest unless `value` is base64 of the algorithm's length
 */
export function requireChecksumValue(algorithm: ChecksumAlgorithm, value: string): void {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length === checksumAlgorithms[algorithm][1] && bytes.toString('base64') === value) return;
  throw new S3Error('InvalidRequest', `Value for x-amz-checksum-${algorithm} header is invalid.`);
}

/**
 * The checksum of a whole body whose value was computed.
 * @throws BadDigest if another value was expected
 */
export function requireSameChecksum({ algorithm, value: given }: ExpectedChecksum, value: string): Checksum {
  if (given === undefined || given === value) return { algorithm, value, type: 'FULL_OBJECT' };
  const name = checksumAlgorithms[algorithm][0];
  throw new S3Error('BadDigest', `The ${name} you specified did not match the calculated checksum.`);
}
