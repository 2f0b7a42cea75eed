import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { objectKey, parseObjectKey, safeName } from './object-key.js';

const subProjectId = newId();
const fileId = newId();

describe('[D29] object keys', () => {
  it('are sub-project, file id and safe name, behind the prefix', () => {
    expect(objectKey('', subProjectId, fileId, 'invoice.pdf')).toBe(`${subProjectId}/${fileId}/invoice.pdf`);
    expect(objectKey('a/b', subProjectId, fileId, 'x')).toBe(`a/b/${subProjectId}/${fileId}/x`);
  });

  it.each([
    ['Rechnung März 2026.pdf', 'Rechnung_Marz_2026.pdf'],
    ['日本語.pdf', '_.pdf'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['...', 'file'],
    ['$\u007bfilename}', '_filename_'],
    ['a&b=c;d".txt', 'a_b_c_d_.txt'],
  ])('keep what is readable of %s', (given, safe) => {
    expect(safeName(given)).toBe(safe);
  });

  it('keep the extension of a name that is cut', () => {
    expect(safeName(`${'x'.repeat(300)}.tar.gz`)).toBe(`${'x'.repeat(125)}.gz`);
    expect(safeName(`a.${'x'.repeat(300)}`)).toHaveLength(128);
  });

  it('are safe for whatever name, and can be read back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const safe = safeName(name);
        expect(safe).toMatch(/^(?!\.)[A-Za-z0-9._-]{1,128}$/);
        expect(parseObjectKey('p', objectKey('p', subProjectId, fileId, name))).toEqual({ subProjectId, fileId });
      }),
    );
  });

  it.each([
    'readme.txt',
    `${subProjectId}/${fileId}`,
    `${subProjectId}/${fileId}/`,
    `${subProjectId}/${fileId}/a/b`,
    `${subProjectId.toUpperCase()}/${fileId}/a`,
    `p/${subProjectId}/not-an-id/a`,
  ])('of others are not ours: %s', (key) => {
    expect(parseObjectKey('', key)).toBeUndefined();
  });
});
