export { type CatalogueEntry, type ErrorId, errorCatalogue, errorIds, isErrorId } from './errors/error-catalogue.js';
export {
  CUSTOM_PREFIX,
  coversEventType,
  customEventType,
  type EventType,
  type EventTypeName,
  eventTypes,
  isEventPattern,
} from './events/event-types.js';
export { openApiDocument } from './open-api/open-api.js';
export { idempotencyKeySchema } from './operation/headers.js';
export {
  administrationGrants,
  answersOf,
  type BodyOf,
  errorsOf,
  type Grant,
  httpErrors,
  type Operation,
  type Permission,
  type ProcessTarget,
  type QueryOf,
  type RequestOf,
  type ResponseOf,
  type StreamType,
  type Tag,
} from './operation/operation.js';
export { whoMayCall } from './operation/who-may-call.js';
export { type OperationId, type Operations, operationList, operations } from './operations/operations.js';
export type { BulkDryRun, BulkReason } from './schema/bulk.js';
export type { ClockSummary } from './schema/clock-summary.js';
export type { Comment } from './schema/comments/comment.js';
export {
  either,
  LAST_PAGE,
  type Meta,
  MOST_PER_PAGE,
  type Problem,
  pageNumber,
  perPage,
  problemSchema,
} from './schema/common.js';
export { hookMembers, hookName } from './schema/connections/inbound-hook.js';
export type { Decision } from './schema/decision.js';
export type { Event } from './schema/event.js';
export { type Delivery, type EventSubscription, signing, subscriptionSettings } from './schema/event-subscription.js';
export type { File } from './schema/file.js';
export type { IncidentGroup, ListedIncident } from './schema/incident.js';
export {
  type EmailChoice,
  type Notification,
  type NotificationReason,
  notificationReasons,
  type WatchCause,
  watchCauses,
} from './schema/notifications/notification.js';
export type { AllowedOnProcess, Process, User } from './schema/process.js';
export type { RunDetail } from './schema/run-detail.js';
export type { StorageReconciliation } from './schema/storage-reconciliation.js';
export { type Tone, toneSchema } from './schema/sub-project-schema.js';
export type { Delegation } from './schema/tasks/delegation.js';
export type { DraftKind } from './schema/tasks/draft.js';
export type { InboxTask, ProcessSummary } from './schema/tasks/inbox.js';
export type { PreviewEffect } from './schema/tasks/preview.js';
export type { TaskReason } from './schema/tasks/task-detail.js';
export { emailAddress, formOf, patternOf } from './schema/text-form.js';
export { modelOf, Type } from './schema/type.js';
export type { View } from './schema/view.js';
export {
  type RunState,
  runStates,
  type Task,
  type TaskActions,
  type Workflow,
  type WorkflowRun,
} from './schema/workflow.js';
