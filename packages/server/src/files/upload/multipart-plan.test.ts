import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partCount, partSizeFor, sizeOfPart } from './multipart-plan.js';

const mebibyte = 1024 ** 2;

describe('the parts of an upload', () => {
  it('number at most 10,000, are 8 MiB to 5 GiB of whole MiB, and add up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 * 1024 ** 4 }), (size) => {
        const partSize = partSizeFor(size);
        const count = partCount(size, partSize);
        expect(partSize % mebibyte).toBe(0);
        expect(partSize).toBeGreaterThanOrEqual(8 * mebibyte);
        expect(partSize).toBeLessThanOrEqual(5 * 1024 ** 3);
        expect(count).toBeLessThanOrEqual(10_000);
        const last = sizeOfPart(size, partSize, count);
        expect(last).toBeGreaterThan(0);
        expect((count - 1) * partSize + last).toBe(size);
      }),
    );
  });
});
