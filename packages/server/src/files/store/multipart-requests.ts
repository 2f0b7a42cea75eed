import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { partSeconds } from './limits.js';
import { ListingError, type Page } from './listing.js';
import { type S3Target, writeDeadline } from './s3-target.js';
import { isMissing, isRefusedAs } from './storage-failure.js';

/** A multipart upload at a store. */
export interface MultipartUpload {
  readonly key: string;
  readonly uploadId: string;
}

/** A part that is at the store. */
export interface StoredPart {
  /** From 1. */
  readonly number: number;
  /** Bytes. */
  readonly size: number;
  readonly etag: string;
}

/** Begins a multipart upload; returns its id. */
export async function createMultipart(
  { plugin, client }: S3Target,
  upload: { readonly key: string; readonly mimeType: string },
): Promise<string> {
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ Bucket: plugin.bucket, Key: upload.key, ContentType: upload.mimeType }),
  );
  if (UploadId === undefined) throw new Error('the store began a multipart upload without saying its id');
  return UploadId;
}

/** An address that takes one part of exactly `size` bytes by PUT. Computed here, unless credentials have to be fetched. */
export async function signPart(
  { plugin, signer }: S3Target,
  { key, uploadId }: MultipartUpload,
  part: { readonly number: number; readonly size: number },
): Promise<string> {
  const command = new UploadPartCommand({
    Bucket: plugin.bucket,
    Key: key,
    UploadId: uploadId,
    PartNumber: part.number,
    ContentLength: part.size,
  });
  return getSignedUrl(signer, command, {
    expiresIn: partSeconds,
    signableHeaders: new Set(['host', 'content-length']),
  });
}

/** The parts that are there, by number; a request per thousand. Undefined when the upload has ended or is unknown. */
export async function listParts(
  { plugin, client }: S3Target,
  { key, uploadId }: MultipartUpload,
): Promise<readonly StoredPart[] | undefined> {
  const parts: StoredPart[] = [];
  let marker: string | undefined;
  try {
    do {
      const page = await client.send(
        new ListPartsCommand({
          Bucket: plugin.bucket,
          Key: key,
          UploadId: uploadId,
          ...(marker === undefined ? {} : { PartNumberMarker: marker }),
        }),
      );
      for (const part of page.Parts ?? []) {
        parts.push({ number: part.PartNumber ?? 0, size: part.Size ?? 0, etag: part.ETag ?? '' });
      }
      const next = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
      if (next !== undefined && next === marker) throw new Error('a listing of parts does not go on');
      marker = next;
    } while (marker !== undefined);
    return parts;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Makes the object of its parts. Takes a store about as long as copying it.
 *
 * @returns `gone` when the upload has ended, by an earlier attempt perhaps; `changed` when the parts are other ones now
 */
export async function completeMultipart(
  target: S3Target,
  { key, uploadId }: MultipartUpload,
  parts: readonly StoredPart[],
): Promise<'done' | 'gone' | 'changed'> {
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  try {
    await target.untimedClient.send(
      new CompleteMultipartUploadCommand({
        Bucket: target.plugin.bucket,
        Key: key,
        UploadId: uploadId,
        MultipartUpload: { Parts: parts.map((part) => ({ PartNumber: part.number, ETag: part.etag })) },
      }),
      { abortSignal: writeDeadline(target, size) },
    );
    return 'done';
  } catch (error) {
    if (isMissing(error)) return 'gone';
    if (isRefusedAs(error, 'InvalidPart')) return 'changed';
    throw error;
  }
}

/** A multipart upload in a listing. */
export interface ListedUpload extends MultipartUpload {
  /** When it was begun. */
  readonly createdTs: Date;
}

/** Where a listing of multipart uploads goes on. */
export interface UploadMarker {
  readonly key: string;
  readonly uploadId: string;
}

/**
 * A page of the multipart uploads under way whose key begins with `prefix`, by key.
 *
 * @param next of the page before; undefined for the first page
 * @param pageSize at most 1,000, as S3 has it
 * @throws ListingError when the store does not say where the listing goes on
 */
export async function listMultipartsPage(
  { plugin, client }: S3Target,
  prefix: string,
  next?: UploadMarker,
  pageSize = 1000,
): Promise<Page<ListedUpload, UploadMarker>> {
  const page = await client.send(
    new ListMultipartUploadsCommand({
      Bucket: plugin.bucket,
      Prefix: prefix,
      MaxUploads: pageSize,
      ...(next === undefined ? {} : { KeyMarker: next.key, UploadIdMarker: next.uploadId }),
    }),
  );
  const items = (page.Uploads ?? []).map((upload) => ({
    key: upload.Key ?? '',
    uploadId: upload.UploadId ?? '',
    createdTs: upload.Initiated ?? new Date(),
  }));
  if (page.IsTruncated !== true) return { items, next: undefined };
  const { NextKeyMarker: key = '', NextUploadIdMarker: uploadId = '' } = page;
  if (key === '' || (key === next?.key && uploadId === next.uploadId)) throw new ListingError();
  return { items, next: { key, uploadId } };
}

/** Ends every multipart upload whose key begins with `prefix`, with its parts. */
export async function abortMultiparts({ plugin, client }: S3Target, prefix: string): Promise<void> {
  // Every page is the first one: what it lists is gone before the next is asked for.
  for (let round = 0; round < 10; round += 1) {
    const { Uploads: uploads = [] } = await client.send(
      new ListMultipartUploadsCommand({ Bucket: plugin.bucket, Prefix: prefix }),
    );
    if (uploads.length === 0) return;
    for (const upload of uploads) {
      if (upload.Key?.startsWith(prefix) !== true) continue;
      await abortMultipart({ plugin, client }, { key: upload.Key, uploadId: upload.UploadId ?? '' });
    }
  }
  throw new Error('multipart uploads are listed although they were aborted');
}

/** Ends a multipart upload, with its parts; one that has ended is as good as aborted. */
export async function abortMultipart(
  { plugin, client }: Pick<S3Target, 'plugin' | 'client'>,
  { key, uploadId }: MultipartUpload,
): Promise<void> {
  try {
    await client.send(new AbortMultipartUploadCommand({ Bucket: plugin.bucket, Key: key, UploadId: uploadId }));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
