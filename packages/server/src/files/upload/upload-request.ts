import type { Blame } from '../../kernel/errors/catalogue-error.js';
import { invalidRequest } from '../../kernel/errors/request-errors.js';

/** Characters of a file name at most. */
const MAXIMUM_NAME = 255;
/** Control characters, and the ones that reverse the reading direction so that `gpj.exe` reads as `exe.jpg`. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** Names as RFC 6838 restricts them, with parameters such as `; charset=utf-8`. */
const MIME_TYPE =
  /^[A-Za-z0-9][\w!#$&^.+-]{0,126}\/[A-Za-z0-9][\w!#$&^.+-]{0,126}(?:; ?[\w.-]{1,64}=(?:[\w.+:/-]{1,128}|"[\w .+:/-]{0,128}"))*$/;
const SHA256 = /^[0-9a-f]{64}$/i;

/** The members of createSignedStorage whose values have a form. */
export interface UploadValues {
  readonly fileName: string;
  readonly mimeType: string;
  readonly sha256?: string | undefined;
}

/**
 * Checks what a file is to be called and to hold.
 *
 * @throws CatalogueError 1200 that names every wrong member (D14: the operation does not list 1232)
 */
export function checkUploadValues(values: UploadValues): void {
  const blames: Blame[] = [];
  const blame = (member: keyof UploadValues, detail: string | undefined) => {
    if (detail !== undefined) blames.push({ pointer: `/${member}`, detail });
  };
  blame('fileName', checkFileName(values.fileName));
  blame('mimeType', checkMimeType(values.mimeType));
  if (values.sha256 !== undefined && !SHA256.test(values.sha256)) {
    blame('sha256', 'must be a SHA-256 as 64 hexadecimal digits');
  }
  if (blames.length === 0) return;
  const detail = blames.map((one) => `${one.pointer.slice(1)} ${one.detail}.`).join(' ');
  throw invalidRequest(detail, blames);
}

/**
 * What is wrong with the name of a file; undefined: nothing. A path is refused rather than cut: its last part may not be the
 * name the caller means.
 */
export function checkFileName(name: string): string | undefined {
  if ([...name].length > MAXIMUM_NAME) return `must not be longer than ${MAXIMUM_NAME} characters`;
  if (/[/\\]/.test(name)) return 'must be a name without "/" and "\\", not a path';
  if (UNPRINTABLE.test(name)) return 'must not contain control characters';
  if (name.trim() === '' || name === '.' || name === '..') return 'must name a file';
  return undefined;
}

function checkMimeType(mimeType: string): string | undefined {
  return mimeType.length <= 255 && MIME_TYPE.test(mimeType)
    ? undefined
    : 'must look like "type/subtype", such as "application/pdf"';
}

/** Whether two spellings of a type mean the same to a store: case and white space around `;` do not count. */
export const sameMimeType = (one: string, other: string): boolean => fold(one) === fold(other);

const fold = (mimeType: string): string => mimeType.toLowerCase().replace(/\s*;\s*/g, ';');
