import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentDisposition } from './content-disposition.js';

describe('[D31] the name of a download', () => {
  it.each([
    ['invoice 7.pdf', 'attachment; filename="invoice 7.pdf"'],
    ['Märchen.pdf', `attachment; filename="Marchen.pdf"; filename*=UTF-8''M%C3%A4rchen.pdf`],
    ['日本 €.pdf', `attachment; filename="_ _.pdf"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%20%E2%82%AC.pdf`],
    [`a"b'(c)*.txt`, `attachment; filename="a_b'(c)*.txt"; filename*=UTF-8''a%22b%27%28c%29%2A.txt`],
  ])('%s', (name, header) => {
    expect(contentDisposition('attachment', name)).toBe(header);
  });

  it('a preview has it too, for saving it', () => {
    expect(contentDisposition('inline', 'invoice 7.pdf')).toBe('inline; filename="invoice 7.pdf"');
  });

  it('is one line of ASCII, and gives back the exact name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 255 }), (name) => {
        const header = contentDisposition('attachment', name);
        expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"(; filename\*=UTF-8''[A-Za-z0-9%._~!-]+)?$/);
        const extended = /filename\*=UTF-8''(.*)$/.exec(header)?.[1];
        const plain = /filename="([^"]*)"/.exec(header)?.[1];
        expect(extended === undefined ? plain : decodeURIComponent(extended)).toBe(name);
      }),
    );
  });
});
