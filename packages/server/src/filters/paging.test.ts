import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { metaOf, parsePage } from './paging.js';

describe('paging', () => {
  test('[D4] optional parameters default to page 1 of 10', () => {
    expect(parsePage({})).toEqual({ page: 1, perPageCount: 10, limit: 10, offset: 0n });
  });

  test.each(['0', '-1', '1.5', '1e3', '', ' 1', '1 ', '+1', '01', '0x1', 'NaN', 'Infinity', '१', '9'.repeat(30)])(
    '[D4] page %j is refused',
    (page) => {
      expect(() => parsePage({ page })).toThrow(expect.objectContaining({ kind: 'malformed', pointer: '/page' }));
    },
  );

  test.each(['0', '1001', '-1', '1.5', ''])('[D4] perPageCount %j is refused', (perPageCount) => {
    expect(() => parsePage({ perPageCount })).toThrow(expect.objectContaining({ pointer: '/perPageCount' }));
  });

  test('[D4] the last page number has an exact offset', () => {
    const page = parsePage({ page: String(Number.MAX_SAFE_INTEGER), perPageCount: '1000' });
    expect(page.offset).toBe((2n ** 53n - 2n) * 1000n);
    expect(page.offset + 1000n).toBeLessThan(2n ** 63n);
    expect(() => parsePage({ page: String(2 ** 53) })).toThrow(/from 1 to 9007199254740991/);
  });

  test('[D3] [D4] meta is decimal strings, and totalPages of nothing is "0"', () => {
    const page = parsePage({ page: '2', perPageCount: '10' });
    expect(metaOf(page, 0)).toEqual({ page: '2', perPageCount: '10', totalCount: '0', totalPages: '0' });
    expect(metaOf(page, 21)).toEqual({ page: '2', perPageCount: '10', totalCount: '21', totalPages: '3' });
  });

  test('[D4] pages cover every item exactly once', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 1000 }), (total, perPageCount) => {
        const items = Array.from({ length: total }, (_, index) => index);
        const first = parsePage({ perPageCount: String(perPageCount) });
        const pages = Number(metaOf(first, total).totalPages);
        const seen = Array.from({ length: pages }, (_, index) => {
          const { offset, limit } = parsePage({ page: String(index + 1), perPageCount: String(perPageCount) });
          const slice = items.slice(Number(offset), Number(offset) + limit);
          expect(slice.length).toBeGreaterThan(0);
          return slice;
        });
        expect(seen.flat()).toEqual(items);
      }),
    );
  });
});
