/**
 * The error catalogue: the one table of every error the service can answer with. Names and ids up to 1999 are the
 * documented interface's; 1206, 1222, 1223 and those from 1720 on complete its series (D13, D16, D56); 1000 to 1099 are ours (D9). Statuses follow D8.
 *
 * The catalogue is keyed by id because the interface gives 1230 and 1231 the same name.
 */
export interface CatalogueEntry {
  /** Code name, as in `code` of a problem. */
  readonly code: string;
  /** Default HTTP status (D8); a use case may answer with another one where D8 says so. */
  readonly status: number;
  /** One sentence for people: `title` of a problem. */
  readonly title: string;
  /** What the caller can do about it; shown in the reference. */
  readonly remedy: string;
}

const entry = (code: string, status: number, title: string, remedy: string): CatalogueEntry =>
  Object.freeze({ code, status, title, remedy });

export const errorCatalogue = Object.freeze({
  1000: entry(
    'ERROR_INTERNAL',
    500,
    'The service failed to process the request',
    'Retry later. If it fails again, contact support with the trace id.',
  ),
  1001: entry(
    'ERROR_UNAUTHENTICATED',
    401,
    'A valid bearer token or session is required',
    'Sign in with userLogin and send `Authorization: Bearer <access_token>`, or sign in with signIn in a browser.',
  ),
  1002: entry(
    'ERROR_INVALID_CLIENT',
    401,
    'The client credentials are not valid',
    'Check client_id and client_secret. Ask the administrator whether the client is disabled.',
  ),
  1003: entry(
    'ERROR_RATE_LIMITED',
    429,
    'Too many requests',
    'Wait for the number of seconds in the Retry-After header, then retry.',
  ),
  1004: entry(
    'ERROR_ROUTE_NOT_FOUND',
    404,
    'No operation has this path',
    'Compare the path with the operations in /openapi.json.',
  ),
  1005: entry('ERROR_BODY_TOO_LARGE', 413, 'The request body is too large', 'Split the request into smaller ones.'),
  1006: entry(
    'ERROR_UNSUPPORTED_MEDIA_TYPE',
    415,
    'The media type of the request body is not supported',
    'Send JSON with `Content-Type: application/json`.',
  ),
  1007: entry(
    'ERROR_MALFORMED_JSON',
    400,
    'The request body is not well-formed JSON',
    'Send one JSON object, without a `__proto__` member.',
  ),
  1008: entry(
    'ERROR_PRECONDITION_FAILED',
    412,
    'The resource has changed since it was read',
    'Read it again and repeat the change with the new version.',
  ),
  1009: entry(
    'ERROR_CONFLICT',
    409,
    'The request conflicts with the current state',
    'Read the current state, then decide whether to repeat the request.',
  ),
  1010: entry('ERROR_UNAVAILABLE', 503, 'The service is temporarily unavailable', 'Retry with exponential backoff.'),
  1011: entry('ERROR_MALFORMED_HTTP', 400, 'The request is not well-formed HTTP', 'Send it with an HTTP library.'),
  1012: entry(
    'ERROR_REQUEST_TIMEOUT',
    408,
    'The request did not arrive in time',
    'Send the request again, over a faster connection or in smaller parts.',
  ),
  1013: entry(
    'ERROR_EXPECTATION_FAILED',
    417,
    'The Expect header has a value that is not supported',
    'Send `Expect: 100-continue`, or leave the header out.',
  ),
  1014: entry(
    'ERROR_HEADERS_TOO_LARGE',
    431,
    'The request line and the headers are too long',
    'Shorten the query, for example the filters.',
  ),
  1015: entry(
    'ERROR_CROSS_SITE_REQUEST',
    403,
    'A page of another origin caused the request',
    'Call the service from its own pages, or with an access token instead of a session cookie.',
  ),
  1016: entry(
    'ERROR_WRONG_SIGN_IN',
    401,
    'What was sent to sign in is wrong',
    'Check the e-mail address and the password. Ask the administrator whether the user is disabled.',
  ),
  1017: entry(
    'ERROR_METHOD_NOT_ALLOWED',
    405,
    'The path is of an operation, the method is not',
    'Use one of the methods in the Allow header.',
  ),
  1018: entry(
    'ERROR_STEP_UP_REQUIRED',
    403,
    'The sign-in of this session is too old for the operation',
    'Prove again who you are with stepUp: by password, passkey or code. Then repeat the request.',
  ),
  1019: entry(
    'ERROR_LINK_NOT_USABLE',
    410,
    'The link cannot be used',
    'Ask for another link: of an invitation the person who invited you, of a password on the sign-in page.',
  ),
  1020: entry(
    'ERROR_IDENTITY_PROVIDER_FAILED',
    502,
    'The identity provider does not answer as it should',
    'Try again later, or sign in another way. The operator checks the provider with getIdentityProviders.',
  ),
  1021: entry(
    'ERROR_SINGLE_SIGN_ON_REFUSED',
    403,
    'Single sign-on did not sign you in',
    'Start the sign-in again, or sign in another way. If it does not help, ask an administrator.',
  ),
  1022: entry(
    'ERROR_OTHER_PERSON',
    409,
    'Somebody else is signed in than the request expects',
    'Nothing was changed. Load the page again, or sign in as the person whom X-Expected-User names.',
  ),
  1200: entry(
    'ERROR_PROCESS_META_IS_MISSING_IN_REQUEST',
    400,
    'A required member is missing, or an id does not exist',
    'Send every required member with the documented type, and check the ids.',
  ),
  1201: entry(
    'ERROR_PROCESS_META_NOT_FOUND',
    404,
    'No configuration is deployed to the sub-project',
    'Deploy a configuration with deploySubProject.',
  ),
  1202: entry(
    'ERROR_SUBPROCESS_META_NOT_FOUND',
    404,
    'The sub-project was not found',
    'Check subProjectId. getSubProjects lists the sub-projects you may see.',
  ),
  1203: entry(
    'ERROR_RBAC_SETTINGS_MISSING',
    403,
    'The sub-project has no roles configured',
    'Declare roles in the configuration of the sub-project.',
  ),
  1204: entry(
    'ERROR_RBAC_SETTINGS_MISSING_FOR_USER',
    403,
    'The caller has no role in this sub-project',
    'Ask the administrator to add the user to the members of the sub-project.',
  ),
  1205: entry(
    'ERROR_NOT_ALLOWED_TO_GET',
    403,
    'The caller may not view this data',
    'Ask for a role that may read it. explainAccess shows what is missing.',
  ),
  1206: entry(
    'ERROR_NOT_ALLOWED_TO_CREATE',
    403,
    'The caller may not create this',
    'Ask for a role that may create it. explainAccess shows what is missing.',
  ),
  1207: entry(
    'ERROR_NOT_ALLOWED_TO_UPDATE',
    403,
    'The caller may not update this data',
    'Ask for a role that may update it. explainAccess shows what is missing.',
  ),
  1209: entry(
    'ERROR_NOT_ALLOWED_TO_CALL_METHOD',
    403,
    'The caller may not call this operation, or the state does not allow it',
    'Ask for a role that may call it. Only paused runs can be resumed.',
  ),
  1210: entry(
    'ERROR_NOT_ALLOWED_THROUGH_FILTERS',
    403,
    'The row filter of the caller’s role excludes this process',
    'Ask for a role whose row filter covers the process.',
  ),
  1221: entry('ERROR_PROCESS_ID_NOT_FOUND', 404, 'The process does not exist', 'Check processId with getProcess.'),
  1222: entry(
    'ERROR_CREATING_PROCESS',
    500,
    'The process could not be created',
    'Retry later. If it fails again, contact support with the trace id.',
  ),
  1223: entry(
    'ERROR_DEFAULT_STAGE_NOT_CONFIGURED',
    409,
    'The sub-project has no default stage',
    'Send a stageKey, or mark a stage as default in the configuration.',
  ),
  1224: entry(
    'ERROR_UPDATING_PROCESS_FIELDS',
    500,
    'The fields could not be updated',
    'Retry later. If it fails again, contact support with the trace id.',
  ),
  1227: entry(
    'ERROR_ACCESSING_AUDIT_LOGS',
    500,
    'The audit log could not be read',
    'Retry later, or leave out `include=lastChange`.',
  ),
  1230: entry(
    'ERROR_PROCESS_UNKNOWN_FIELD_IN_REQUEST',
    400,
    'A filter, sort or include key is unknown',
    'Use the keys documented for the operation.',
  ),
  1231: entry(
    'ERROR_PROCESS_UNKNOWN_FIELD_IN_REQUEST',
    400,
    'A field name is not defined in this sub-project',
    'Use the field names of the configuration of the sub-project.',
  ),
  1232: entry(
    'ERROR_PROCESS_INVALID_FIELD_VALUE',
    400,
    'A value is not valid',
    'Correct the values that `errors` lists.',
  ),
  1239: entry('ERROR_PROCESS_DOES_NOT_EXIST', 404, 'The process does not exist', 'Check processId with getProcess.'),
  1704: entry('ERROR_FILE_ID_NOT_FOUND', 404, 'The file does not exist', 'Check the file id with listStorage.'),
  1709: entry(
    'ERROR_STORAGE_PRESIGN_FAILED',
    502,
    'The storage could not be reached, or is not configured',
    'Check pluginName. If the storage is down, retry later.',
  ),
  1712: entry(
    'ERROR_STORAGE_LOCKED',
    423,
    'The storage is locked',
    'Close or abort the open upload, or remove the legal hold.',
  ),
  1715: entry(
    'ERROR_STORAGE_CLOSE_FAILED',
    409,
    'The upload could not be verified',
    'Upload the file to the signed address first, then close again.',
  ),
  1720: entry(
    'ERROR_STORAGE_FULL',
    507,
    'The storage has no room',
    'Nothing has changed. Ask the operator to free space, for example with purgeStorage, then repeat the request.',
  ),
  1721: entry(
    'ERROR_STORAGE_QUOTA_EXCEEDED',
    413,
    'The file does not fit into the quota of the sub-project',
    'Announce the size of the upload, delete files and have them purged, or ask for a larger quota.',
  ),
  1722: entry(
    'ERROR_FILE_IN_QUARANTINE',
    423,
    'The file is in quarantine',
    'Wait until the scanner has passed the file. If it was refused, delete it or ask an administrator.',
  ),
} as const satisfies Record<number, CatalogueEntry>);

/** Numeric id of an error of the catalogue. */
export type ErrorId = keyof typeof errorCatalogue;

/** All ids in ascending order. */
export const errorIds = Object.freeze(Object.keys(errorCatalogue).map(Number)) as readonly ErrorId[];

/** Whether `id` is in the catalogue. */
export const isErrorId = (id: number): id is ErrorId => Object.hasOwn(errorCatalogue, id);
