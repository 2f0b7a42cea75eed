/** A JSON pointer (RFC 6901) to a member: each part escaped, e.g. `jsonPointer('updates', 'a/b')` is `/updates/a~1b`. */
export const jsonPointer = (...parts: readonly (string | number)[]): string =>
  parts.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
