// Generated from packages/contract by `npm run build`; do not edit.
import type { Filters } from '../arguments/filters.js';
import type { ClosedFileResponse, ReservedFile, SignedDownload, SignedPart, SignedUpload, StatusResponse, StoredFile, UploadedPart } from './models.js';
import type { FileRequest, PageResponse, PagingRequest, SubProjectRequest, UploadRequest } from './shared.js';

/** The request of closeSignedStorage: close a signed upload. */
export type CloseSignedStorageRequest = FileRequest;

/** The answer of closeSignedStorage: the answer of operations that close an upload. */
export type CloseSignedStorageResponse = ClosedFileResponse;

/** The request of createSignedStorage: create a signed upload. */
export interface CreateSignedStorageRequest extends UploadRequest {
  /** Extension: id of a process to attach the file to. At most 8192 characters. */
  readonly processId?: string | undefined;
  /** Extension: key of a stage to attach the file to. At most 8192 characters. */
  readonly stageKey?: string | undefined;
  /** Extension: name of a field of format file, or a list of them, that the file is for. The size and type limits of the field apply to the upload. At most 8192 characters. */
  readonly fieldName?: string | undefined;
  /** Extension: size of the file in bytes, a decimal string. The upload must have exactly this size, and only this much of the quota is reserved. At most 8192 characters. */
  readonly size?: string | undefined;
  /** Extension: SHA-256 of the file in hex. The upload is rejected when it differs. At most 8192 characters. */
  readonly sha256?: string | undefined;
}

/** The answer of createSignedStorage: create a signed upload. */
export interface CreateSignedStorageResponse {
  /** A file whose upload is open. */
  readonly file: ReservedFile;
  /** The signed upload form. */
  readonly aws: SignedUpload;
}

/** The request of deleteStorage: delete or recover files. */
export interface DeleteStorageRequest {
  /** Ids of the files. From 1 to 1000 items. */
  readonly fileIds: readonly string[];
  /** true recovers the files, false deletes them. Default false. */
  readonly recover?: boolean | undefined;
  /** Extension: id of the sub-project that all files must belong to. At most 8192 characters. */
  readonly subProjectId?: string | undefined;
}

/** The answer of deleteStorage: delete or recover files. */
export interface DeleteStorageResponse {
  /** Always true. */
  readonly success: boolean;
  /** What was done. */
  readonly message: string;
}

/** The request of listStorage: list files. */
export interface ListStorageRequest extends PagingRequest, SubProjectRequest {
  /** JSON object of filters, e.g. {"fileName":{"contains":"invoice"}}. At most 8192 characters. */
  readonly filters?: string | Filters | undefined;
  /** Extension: comma-separated filter keys to sort by; "-" before a key sorts descending. At most 8192 characters. */
  readonly sort?: string | readonly string[] | undefined;
  /** Extension: comma-separated members to add: mimeType, processIds, stageKey, deletedTs, sha256; atLeast: meta stops counting at 10,000 files and says so, else its totals are exact. At most 8192 characters. */
  readonly include?: string | readonly string[] | undefined;
}

/** The answer of listStorage: list files. */
export interface ListStorageResponse extends PageResponse {
  /** The files of the page. */
  readonly files: readonly StoredFile[];
}

/** The request of urlStorage: get a signed download address. */
export interface UrlStorageRequest extends FileRequest {
  /** Id of the process that the file belongs to. Extension: may be left out for a file that the caller sees. From 1 to 1024 characters. */
  readonly processId?: string | undefined;
  /** Extension: inline asks for an address that a browser shows instead of saving. It is for PDF, images and plain text; other types are saved all the same. Default attachment. */
  readonly disposition?: 'attachment' | 'inline' | undefined;
}

/** The answer of urlStorage: get a signed download address. */
export interface UrlStorageResponse {
  /** The download addresses. */
  readonly urls: readonly SignedDownload[];
}

/** The request of abortMultipartStorage: abort an upload in parts. */
export type AbortMultipartStorageRequest = FileRequest;

/** The answer of abortMultipartStorage: the answer of operations that return no data. */
export type AbortMultipartStorageResponse = StatusResponse;

/** The request of attachFile: attach a file to a process. */
export interface AttachFileRequest extends FileRequest {
  /** Id of the process. From 1 to 1024 characters. */
  readonly processId: string;
}

/** The answer of attachFile: the answer of operations that return no data. */
export type AttachFileResponse = StatusResponse;

/** The request of completeMultipartStorage: complete an upload in parts. */
export type CompleteMultipartStorageRequest = FileRequest;

/** The answer of completeMultipartStorage: the answer of operations that close an upload. */
export type CompleteMultipartStorageResponse = ClosedFileResponse;

/** The request of createMultipartStorage: create an upload in parts. */
export interface CreateMultipartStorageRequest extends UploadRequest {
  /** Size of the file in bytes, a decimal string. The upload must have exactly this size. From 1 to 1024 characters. */
  readonly size: string;
  /** Id of a process to attach the file to. At most 8192 characters. */
  readonly processId?: string | undefined;
  /** Key of a stage to attach the file to. At most 8192 characters. */
  readonly stageKey?: string | undefined;
  /** Name of a field of format file, or a list of them, that the file is for. Its size and type limits apply. At most 8192 characters. */
  readonly fieldName?: string | undefined;
  /** SHA-256 of the file in hex. The upload is rejected when it differs. At most 8192 characters. */
  readonly sha256?: string | undefined;
}

/** The answer of createMultipartStorage: create an upload in parts. */
export interface CreateMultipartStorageResponse {
  /** A file whose upload is open. */
  readonly file: ReservedFile;
  /** Size in bytes of every part except the last. */
  readonly partSize: string;
  /** Number of parts. */
  readonly partCount: string;
}

/** The request of detachFile: detach a file from a process. */
export interface DetachFileRequest extends FileRequest {
  /** Id of the process. From 1 to 1024 characters. */
  readonly processId: string;
}

/** The answer of detachFile: the answer of operations that return no data. */
export type DetachFileResponse = StatusResponse;

/** The request of renameFile: rename a file. */
export interface RenameFileRequest extends FileRequest {
  /** New name, at most 255 characters. From 1 to 1024 characters. */
  readonly fileName: string;
}

/** The answer of renameFile: the answer of operations that return no data. */
export type RenameFileResponse = StatusResponse;

/** The request of signStorageParts: sign parts of an upload. */
export interface SignStoragePartsRequest extends FileRequest {
  /** Numbers of the parts to sign. At most 100 items. */
  readonly partNumbers?: readonly number[] | undefined;
}

/** The answer of signStorageParts: sign parts of an upload. */
export interface SignStoragePartsResponse {
  /** Size of the file in bytes. */
  readonly size: string;
  /** Size in bytes of every part except the last. */
  readonly partSize: string;
  /** Number of parts. */
  readonly partCount: string;
  /** Addresses of the requested parts. */
  readonly parts: readonly SignedPart[];
  /** Uploaded parts, by number. */
  readonly uploaded: readonly UploadedPart[];
}
