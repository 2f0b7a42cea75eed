import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DelimiterFinder } from './delimiter.js';

const boundary = fc.stringMatching(/^[ -]{0,8}[!-~]{1,30}$/);
/** Content that is all but the delimiter, again and again, with what occurs in it in between. */
const lures = (delimiter: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.nat(delimiter.length).map((end) => delimiter.slice(0, end)),
        fc.nat(delimiter.length).map((begin) => delimiter.slice(begin)),
        fc.constantFrom('\r', '\n', '\r\n', '-', 'x', delimiter),
      ),
      { maxLength: 60 },
    )
    .map((pieces) => pieces.join(''));

describe('the search for the delimiter of a form', () => {
  it('finds what Buffer.indexOf finds', () => {
    fc.assert(
      fc.property(
        boundary
          .map((text) => `\r\n--${text}`)
          .chain((delimiter) => fc.tuple(fc.constant(Buffer.from(delimiter)), lures(delimiter).map(Buffer.from))),
        ([delimiter, bytes]) => {
          expect(new DelimiterFinder(delimiter).find(bytes)).toBe(bytes.indexOf(delimiter));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('finds it at every place of a larger piece', () => {
    const delimiter = Buffer.from('\r\n--a-b');
    const finder = new DelimiterFinder(delimiter);
    for (let at = 0; at <= 100 - delimiter.length; at++) {
      const bytes = Buffer.alloc(100, '-');
      delimiter.copy(bytes, at);
      expect(finder.find(bytes)).toBe(at);
      expect(finder.find(bytes.subarray(0, at + delimiter.length - 1))).toBe(-1);
    }
  });
});
