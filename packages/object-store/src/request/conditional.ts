import type { Precondition } from '../disk/bucket.js';
import type { ObjectRecord } from '../disk/object-file.js';
import type { Headers } from '../http/headers.js';
import { S3Error } from '../kernel/error.js';

/** HTTP dates have no fractions, so times are compared in whole seconds. */
function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

function matches(list: string, etag: string): boolean {
  return list.split(',').some((item) => {
    const value = item
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1');
    return value === '*' || value === etag;
  });
}

function date(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : seconds(time);
}

function failed(condition: string): S3Error {
  return new S3Error('PreconditionFailed', undefined, { Condition: condition });
}

/**
 * Applies the conditions of a read in the order of RFC 9110, 13.2.2: an entity tag beats a date. `prefix` is
 * `x-amz-copy-source-` for the source of a copy, for which "not modified" is a failure too.
 * @throws PreconditionFailed or NotModified
 */
export function checkReadConditions(headers: Headers, record: ObjectRecord, prefix = ''): void {
  const ifMatch = headers.get(`${prefix}if-match`);
  const ifNoneMatch = headers.get(`${prefix}if-none-match`);
  const unmodifiedSince = date(headers.get(`${prefix}if-unmodified-since`));
  const modifiedSince = date(headers.get(`${prefix}if-modified-since`));
  const unchanged = (condition: string): S3Error => (prefix === '' ? new S3Error('NotModified') : failed(condition));
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, record.etag)) throw failed('If-Match');
  } else if (unmodifiedSince !== undefined && seconds(record.modified) > unmodifiedSince) {
    throw failed('If-Unmodified-Since');
  }
  if (ifNoneMatch !== undefined) {
    if (matches(ifNoneMatch, record.etag)) throw unchanged('If-None-Match');
  } else if (modifiedSince !== undefined && seconds(record.modified) <= modifiedSince) {
    throw unchanged('If-Modified-Since');
  }
}

/** The condition of a write; undefined if there is none. It throws NoSuchKey for If-Match on nothing, as S3 does. */
export function writePrecondition(headers: Headers): Precondition | undefined {
  const ifMatch = headers.get('if-match');
  const ifNoneMatch = headers.get('if-none-match');
  if (ifMatch === undefined && ifNoneMatch === undefined) return undefined;
  return (existing) => {
    if (ifMatch !== undefined) {
      if (!existing) throw new S3Error('NoSuchKey');
      if (!matches(ifMatch, existing.etag)) throw failed('If-Match');
    }
    if (ifNoneMatch !== undefined && existing && matches(ifNoneMatch, existing.etag)) throw failed('If-None-Match');
  };
}

/** What an object must be so that it may be deleted. A missing member is no condition. */
export interface DeleteConditions {
  /** An entity tag with or without quotes, or `*` for any object. */
  readonly etag?: string | undefined;
  /** An HTTP or ISO date, compared in whole seconds. */
  readonly lastModified?: string | undefined;
  /** Bytes, in decimal digits. */
  readonly size?: string | undefined;
}

/**
 * The condition of a delete; undefined if there is none. It throws NoSuchKey for an object that does not exist.
 * @throws InvalidArgument for a date or size that cannot be read: without its condition the delete would remove too much
 */
export function deletePrecondition({ etag, lastModified, size }: DeleteConditions): Precondition | undefined {
  if (etag === undefined && lastModified === undefined && size === undefined) return undefined;
  const time = date(lastModified);
  if (lastModified !== undefined && time === undefined) throw unreadable('last modified time', lastModified);
  if (size !== undefined && !/^\d{1,15}$/.test(size)) throw unreadable('size', size);
  return (existing) => {
    if (!existing) throw new S3Error('NoSuchKey');
    if (etag !== undefined && !matches(etag, existing.etag)) throw failed('If-Match');
    if (time !== undefined && seconds(existing.modified) !== time) throw failed('x-amz-if-match-last-modified-time');
    if (size !== undefined && existing.size !== Number(size)) throw failed('x-amz-if-match-size');
  };
}

function unreadable(what: string, value: string): S3Error {
  return new S3Error('InvalidArgument', `The ${what} of a conditional delete cannot be read`, { ArgumentValue: value });
}

/** Whether a range may be served: If-Range names the version at hand, or is absent. */
export function rangeApplies(headers: Headers, record: ObjectRecord): boolean {
  const condition = headers.get('if-range');
  if (condition === undefined) return true;
  const time = date(condition);
  return /^"/.test(condition)
    ? matches(condition, record.etag)
    : time !== undefined && seconds(record.modified) <= time;
}
