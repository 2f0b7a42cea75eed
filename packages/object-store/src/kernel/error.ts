/** Code -> [HTTP status, default message]. The codes and statuses are those of the Amazon S3 API reference, "Error Responses". */
const catalogue = {
  AccessDenied: [403, 'Access Denied'],
  AccessForbidden: [403, 'CORSResponse: This CORS request is not allowed.'],
  AuthorizationHeaderMalformed: [400, 'The authorization header that you provided is not valid.'],
  AuthorizationQueryParametersError: [400, 'The authorization query parameters that you provided are not valid.'],
  BadDigest: [400, 'The Content-MD5 or checksum value that you specified did not match what we received.'],
  BadRequest: [400, 'Bad Request'],
  BucketAlreadyOwnedByYou: [409, 'The bucket that you tried to create already exists, and you own it.'],
  BucketNotEmpty: [409, 'The bucket that you tried to delete is not empty.'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed size.'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed size.'],
  IllegalLocationConstraintException: [400, 'The specified location constraint is not valid for this endpoint.'],
  IncompleteBody: [400, 'You did not provide the number of bytes specified by the Content-Length HTTP header.'],
  InsufficientStorage: [
    507,
    'The store does not have enough free space for this, because it keeps a reserve. Delete objects or add space, and repeat the request.',
  ],
  InternalError: [500, 'We encountered an internal error. Please try again.'],
  InvalidAccessKeyId: [403, 'The AWS access key ID that you provided does not exist in our records.'],
  InvalidArgument: [400, 'Invalid Argument'],
  InvalidBucketName: [400, 'The specified bucket is not valid.'],
  InvalidDigest: [400, 'The Content-MD5 or checksum value that you specified is not valid.'],
  InvalidPart: [
    400,
    'One or more of the specified parts could not be found. The part might not have been uploaded, or the specified entity tag might not have matched the part’s entity tag.',
  ],
  InvalidPartNumber: [416, 'The requested partnumber is not satisfiable.'],
  InvalidPartOrder: [
    400,
    'The list of parts was not in ascending order. The parts list must be specified in order by part number.',
  ],
  InvalidPolicyDocument: [
    400,
    'The content of the form does not meet the conditions specified in the policy document.',
  ],
  InvalidRange: [416, 'The requested range is not satisfiable.'],
  InvalidRequest: [400, 'Invalid Request'],
  InvalidStorageClass: [400, 'The storage class that you specified is not valid.'],
  InvalidTag: [400, 'The tag provided was not a valid tag.'],
  InvalidToken: [400, 'The provided token is malformed or otherwise not valid.'],
  InvalidURI: [400, 'Couldn’t parse the specified URI.'],
  KeyTooLongError: [400, 'Your key is too long.'],
  MalformedPOSTRequest: [400, 'The body of your POST request is not well-formed multipart/form-data.'],
  MalformedXML: [
    400,
    'The XML that you provided was not well formed or did not validate against our published schema.',
  ],
  MaxMessageLengthExceeded: [400, 'Your request was too large.'],
  MaxPostPreDataLengthExceeded: [400, 'Your POST request fields preceding the upload file were too large.'],
  MetadataTooLarge: [400, 'Your metadata headers exceed the maximum allowed metadata size.'],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  MissingContentLength: [411, 'You must provide the Content-Length HTTP header.'],
  NoSuchCORSConfiguration: [404, 'The CORS configuration does not exist.'],
  NoSuchBucket: [404, 'The specified bucket does not exist.'],
  NoSuchKey: [404, 'The specified key does not exist.'],
  NoSuchUpload: [
    404,
    'The specified multipart upload does not exist. The upload ID might be invalid, or the multipart upload might have been aborted or completed.',
  ],
  NoSuchVersion: [404, 'The specified version does not exist.'],
  NotImplemented: [501, 'A header or parameter that you provided implies functionality that is not implemented.'],
  NotModified: [304, 'Not Modified'],
  OperationAborted: [
    409,
    'A conflicting conditional operation is currently in progress against this resource. Try again.',
  ],
  PreconditionFailed: [412, 'At least one of the preconditions that you specified did not hold.'],
  RequestTimeTooSkewed: [403, 'The difference between the request time and the server’s time is too large.'],
  ServiceUnavailable: [503, 'Service is unable to handle request.'],
  SignatureDoesNotMatch: [
    403,
    'The request signature that the server calculated does not match the signature that you provided. Check your secret access key and signing method.',
  ],
  XAmzContentSHA256Mismatch: [400, 'The provided x-amz-content-sha256 header does not match what was computed.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** An error code of S3 that this store can answer with. */
export type ErrorCode = keyof typeof catalogue;

/** A refusal with S3's code and status; `details` become further elements of the XML error document. */
export class S3Error extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message?: string, details: Readonly<Record<string, string>> = {}) {
    super(message ?? catalogue[code][1]);
    this.name = 'S3Error';
    this.code = code;
    this.status = catalogue[code][0];
    this.details = details;
  }
}

/** The `code` of a Node system error such as `ENOENT`, or undefined for anything else. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the system refused a write because the file system, or the user's quota of it, has no space. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(systemErrorCode(error) ?? '');
}

/** The refusal that a client gets for any error. Errors that are not refusals already are for the log, not for the client. */
export function refusalOf(error: unknown): S3Error {
  if (error instanceof S3Error) return error;
  if (!isDiskFull(error)) return new S3Error('InternalError');
  const reason = 'No space is left on the file system of the store.';
  return new S3Error('InsufficientStorage', `${reason} Delete objects or add space, and repeat the request.`);
}
