import { isUuid } from '../../kernel/identifiers.js';

/** Bytes of the name part: with a prefix of up to 512 bytes a key stays below the 1,024 that S3 allows. */
const MAXIMUM_NAME = 128;
const MAXIMUM_EXTENSION = 20;

/**
 * The key of a file's object: `<prefix>/<sub-project>/<file id>/<safe name>` (D29). The file id makes it unique; the
 * name is there for people who look into the bucket.
 *
 * @param prefix without slashes at its ends; empty for none
 */
export function objectKey(prefix: string, subProjectId: string, fileId: string, fileName: string): string {
  return `${keyRoot(prefix)}${subProjectId}/${fileId}/${safeName(fileName)}`;
}

/**
 * Where an object goes when its upload is closed: beside the key it was uploaded to, at one that no signed form names and
 * no other closing uses.
 *
 * @param copyId a new id
 */
export function closedKey(uploadKey: string, copyId: string): string {
  const name = uploadKey.lastIndexOf('/') + 1;
  return `${uploadKey.slice(0, name)}${copyId}/${uploadKey.slice(name)}`;
}

/** What all keys of a file begin with, from any of them; undefined for a key that does not hold its id. */
export function fileRoot(key: string, fileId: string): string | undefined {
  const at = key.lastIndexOf(`/${fileId}/`);
  return at < 0 ? undefined : key.slice(0, at + fileId.length + 2);
}

/** What every key of a plugin begins with: empty, or the prefix and a slash. */
export const keyRoot = (prefix: string): string => (prefix === '' ? '' : `${prefix}/`);

/**
 * A name of letters, digits, `.`, `-` and `_` only: these need no escaping in a policy, a form, an address or XML, on any
 * store. Accents go, every other character becomes `_`, the extension stays when the name has to be cut. The name as
 * given is in the file's record and in the download.
 */
export function safeName(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9.\-_]+/g, '_')
    .replace(/^\.+/, '');
  if (plain === '') return 'file';
  if (plain.length <= MAXIMUM_NAME) return plain;
  const dot = plain.lastIndexOf('.');
  const extension = dot > 0 && plain.length - dot <= MAXIMUM_EXTENSION ? plain.slice(dot) : '';
  return plain.slice(0, MAXIMUM_NAME - extension.length) + extension;
}

/** What a key of ours says. */
export interface KeyParts {
  readonly subProjectId: string;
  readonly fileId: string;
}

/** The parts of a key made by {@link objectKey} with this prefix, or by {@link closedKey} from one; undefined for an object that is not ours. */
export function parseObjectKey(prefix: string, key: string): KeyParts | undefined {
  const root = keyRoot(prefix);
  if (!key.startsWith(root)) return undefined;
  const [subProjectId = '', fileId = '', ...rest] = key.slice(root.length).split('/');
  const name = rest.length === 2 && isLowerUuid(rest[0] ?? '') ? rest[1] : rest.length === 1 ? rest[0] : undefined;
  const ours = isLowerUuid(subProjectId) && isLowerUuid(fileId) && name !== undefined && name !== '';
  return ours ? { subProjectId, fileId } : undefined;
}

const isLowerUuid = (text: string): boolean => isUuid(text) && text === text.toLowerCase();
