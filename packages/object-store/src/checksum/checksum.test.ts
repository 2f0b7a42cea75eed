import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChecksumAlgorithm, expectedChecksum, startChecksum } from './checksum.js';

/** The "check" values of the CRC catalogue, and of the hashes, for `123456789`. */
const known: Record<ChecksumAlgorithm, string> = {
  crc32: 'cbf43926',
  crc32c: 'e3069283',
  crc64nvme: 'ae8b14860a799888',
  sha1: createHash('sha1').update('123456789').digest('hex'),
  sha256: '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225',
};

describe('checksums', () => {
  for (const [algorithm, value] of Object.entries(known) as [ChecksumAlgorithm, string][]) {
    it(`${algorithm} of its check string`, () => {
      const checksum = startChecksum(algorithm);
      checksum.update(Buffer.from('123456789'));
      expect(checksum.digest().toString('hex')).toBe(value);
    });

    it(`${algorithm} does not depend on how the data is cut`, () => {
      fc.assert(
        fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 }), (pieces) => {
          const [whole, cut] = [startChecksum(algorithm), startChecksum(algorithm)];
          whole.update(Buffer.concat(pieces));
          for (const piece of pieces) cut.update(piece);
          expect(cut.digest()).toEqual(whole.digest());
        }),
        { numRuns: 50 },
      );
    });
  }

  it('refuses two values at once and values of the wrong length', () => {
    const two = new Map([
      ['x-amz-checksum-crc32', 'AAAAAA=='],
      ['x-amz-checksum-sha1', '2jmj7l5rSw0yVb/vlWAYkK/YBwk='],
    ]);
    expect(() => expectedChecksum(two, false)).toThrow(expect.objectContaining({ code: 'InvalidRequest' }));
    const short = new Map([['x-amz-checksum-sha256', 'AAAAAA==']]);
    expect(() => expectedChecksum(short, false)).toThrow(expect.objectContaining({ code: 'InvalidRequest' }));
  });
});
