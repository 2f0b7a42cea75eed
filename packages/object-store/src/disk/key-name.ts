import { createHash } from 'node:crypto';

/** File systems allow 255 bytes in a name. */
const MAX_NAME_LENGTH = 240;

/**
 * The place of an object's file under its bucket's `objects` directory: one of 256 directories by hash, and in it the key
 * with every byte but `a-z 0-9 - _ .` escaped as %xx. No key can therefore leave the directory, and `a` and `a/b`, or keys
 * that differ only in case or Unicode form, have different files. The file of a key that is too long for a name is called
 * `~` and the key's SHA-256.
 */
export function objectPath(key: string): { readonly directory: string; readonly name: string } {
  const hash = createHash('sha256').update(key, 'utf8').digest('hex');
  const name = encodeName(key);
  return { directory: hash.slice(0, 2), name: name.length <= MAX_NAME_LENGTH ? name : `~${hash}` };
}

/** The key of a file name. Undefined for a hashed name; the file itself has that key. */
export function keyOfName(name: string): string | undefined {
  return name.startsWith('~') ? undefined : decodeURIComponent(name);
}

/** A dot at the beginning is escaped too, which excludes `..` and hidden files. */
function encodeName(key: string): string {
  let name = '';
  for (const byte of Buffer.from(key, 'utf8')) {
    const character = String.fromCharCode(byte);
    const plain = /[a-z0-9_-]/.test(character) || (character === '.' && name !== '');
    name += plain ? character : `%${byte.toString(16).padStart(2, '0')}`;
  }
  return name;
}
