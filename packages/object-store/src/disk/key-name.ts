import { createHash } from 'node:crypto';

/** File systems allow 255 bytes in a name. */
const MAX_NAME_LENGTH = 240;

/**
 * Where an object's file stands under its bucket's `objects` directory: 256 directories by hash, and in them the key with
 * every byte but `a-z 0-9 - _ .` escaped as %xx, so no key can climb out, `a` and `a/b` do not clash, and neither do keys
 * that differ only in case or Unicode form. A key too long for a name is named `~` and its SHA-256 instead.
 */
export function objectPath(key: string): { readonly directory: string; readonly name: string } {
  const hash = createHash('sha256').update(key, 'utf8').digest('hex');
  const name = encodeName(key);
  return { directory: hash.slice(0, 2), name: name.length <= MAX_NAME_LENGTH ? name : `~${hash}` };
}

/** The key behind a file name; undefined for a hashed name, whose key stands in the file itself. */
export function keyOfName(name: string): string | undefined {
  return name.startsWith('~') ? undefined : decodeURIComponent(name);
}

/** The first byte is escaped too if it is a dot, so names such as `..` and hidden files cannot arise. */
function encodeName(key: string): string {
  let name = '';
  for (const byte of Buffer.from(key, 'utf8')) {
    const character = String.fromCharCode(byte);
    const plain = /[a-z0-9_-]/.test(character) || (character === '.' && name !== '');
    name += plain ? character : `%${byte.toString(16).padStart(2, '0')}`;
  }
  return name;
}
