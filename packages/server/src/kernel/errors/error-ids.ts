import type { ErrorId } from '@millrace/contract';

/**
 * Names for the ids of the error catalogue. Nothing outside this folder writes a catalogue number (`npm run check`):
 * a use case raises an error by a factory of this folder, or passes one of these names on.
 */
export const errorIds = Object.freeze({
  internal: 1000,
  unauthenticated: 1001,
  invalidClient: 1002,
  rateLimited: 1003,
  routeNotFound: 1004,
  bodyTooLarge: 1005,
  unsupportedMediaType: 1006,
  malformedJson: 1007,
  preconditionFailed: 1008,
  conflict: 1009,
  unavailable: 1010,
  malformedHttp: 1011,
  requestTimeout: 1012,
  expectationFailed: 1013,
  headersTooLarge: 1014,
  crossSiteRequest: 1015,
  wrongSignIn: 1016,
  methodNotAllowed: 1017,
  stepUpRequired: 1018,
  linkNotUsable: 1019,
  identityProviderFailed: 1020,
  singleSignOnRefused: 1021,
  /** Required metadata is missing, empty or of the wrong type; with status 404 it names nothing (D14). */
  invalidRequest: 1200,
  notConfigured: 1201,
  subProjectNotFound: 1202,
  noRolesConfigured: 1203,
  notAMember: 1204,
  mayNotRead: 1205,
  mayNotCreate: 1206,
  mayNotUpdate: 1207,
  /** Also with status 409: the operation does not fit the state of its target (D8). */
  mayNotCall: 1209,
  outsideRowFilter: 1210,
  processNotFound: 1221,
  creatingFailed: 1222,
  noDefaultStage: 1223,
  updatingFailed: 1224,
  auditUnavailable: 1227,
  unknownKey: 1230,
  unknownField: 1231,
  invalidValue: 1232,
  /** As {@link errorIds.processNotFound}, under the number that the documented executeWorkflow uses. */
  processDoesNotExist: 1239,
  fileNotFound: 1704,
  storageFailed: 1709,
  storageLocked: 1712,
  uploadNotClosable: 1715,
  storageFull: 1720,
  quotaExceeded: 1721,
  inQuarantine: 1722,
} as const satisfies Record<string, ErrorId>);
