/**
 * A `Content-Disposition` that saves a download under the file's own name (RFC 6266): an ASCII name for old clients, and
 * the exact one as RFC 8187 writes it. With `inline` a browser shows the file instead, which only the types of
 * `preview-type.ts` allow (D31, D59).
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]+/g, '_')
    .replace(/["\\%]/g, '_');
  const exact = /^[\x20-\x7e]*$/.test(fileName) && ascii === fileName;
  return exact
    ? `${kind}; filename="${ascii}"`
    : `${kind}; filename="${ascii}"; filename*=UTF-8''${extended(fileName)}`;
}

/** `value-chars` of RFC 8187: encodeURIComponent leaves `'`, `(`, `)` and `*`, which are not among them. */
const extended = (text: string): string =>
  encodeURIComponent(text).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
