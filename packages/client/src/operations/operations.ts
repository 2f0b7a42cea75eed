// Generated from packages/contract by `npm run build`; do not edit.
import type { CallOptions } from '../arguments/options.js';
import type { AcceptInvitationRequest, AcceptInvitationResponse, ConfirmEmailChangeRequest, ConfirmEmailChangeResponse, ConfirmTotpRequest, ConfirmTotpResponse, CreatePersonalTokenRequest, CreatePersonalTokenResponse, CreateRecoveryCodesRequest, CreateRecoveryCodesResponse, DeleteIdentityLinkRequest, DeleteIdentityLinkResponse, EndSessionRequest, EndSessionResponse, FinishPasskeyRegistrationRequest, FinishPasskeyRegistrationResponse, FinishPasskeySignInRequest, FinishPasskeySignInResponse, FinishSignInRequest, FinishSignInResponse, GetFactorsRequest, GetFactorsResponse, GetIdentityLinksRequest, GetIdentityLinksResponse, GetMeRequest, GetMeResponse, GetPersonalTokensRequest, GetPersonalTokensResponse, GetSessionsRequest, GetSessionsResponse, GetSignInMethodsRequest, GetSignInMethodsResponse, RemovePasskeyRequest, RemovePasskeyResponse, RemoveTotpRequest, RemoveTotpResponse, RenamePasskeyRequest, RenamePasskeyResponse, RequestEmailChangeRequest, RequestEmailChangeResponse, RequestPasswordResetRequest, RequestPasswordResetResponse, ResetPasswordRequest, ResetPasswordResponse, RevokePersonalTokenRequest, RevokePersonalTokenResponse, SetLocaleRequest, SetLocaleResponse, SetPasswordRequest, SetPasswordResponse, SignInRequest, SignInResponse, SignInWithLinkRequest, SignInWithLinkResponse, SignOutRequest, SignOutResponse, StartIdentityLinkRequest, StartIdentityLinkResponse, StartPasskeyRegistrationRequest, StartPasskeyRegistrationResponse, StartPasskeySignInRequest, StartPasskeySignInResponse, StartTotpRequest, StartTotpResponse, StepUpRequest, StepUpResponse, UpdateMeRequest, UpdateMeResponse, UserLoginRequest, UserLoginResponse } from './sign-in.js';
import type { BulkUpdateProcessesRequest, BulkUpdateProcessesResponse, CancelBulkOperationRequest, CancelBulkOperationResponse, CountProcessesRequest, CountProcessesResponse, CreateProcessRequest, CreateProcessResponse, DeleteProcessRequest, DeleteProcessResponse, DeleteViewRequest, DeleteViewResponse, ExportProcessesRequest, ExportProcessesResponse, GetBulkOperationRequest, GetBulkOperationResponse, GetBulkOperationsRequest, GetBulkOperationsResponse, GetProcessRequest, GetProcessResponse, GetUsersForProcessRequest, GetUsersForProcessResponse, GetViewsRequest, GetViewsResponse, ImportProcessesRequest, ImportProcessesResponse, SaveViewRequest, SaveViewResponse, SearchRequest, SearchResponse, SuggestRequest, SuggestResponse, UpdateProcessFieldRequest, UpdateProcessFieldResponse } from './processes.js';
import type { AddCommentRequest, AddCommentResponse, DeleteCommentRequest, DeleteCommentResponse, GetCommentsRequest, GetCommentsResponse, GetProcessActivityRequest, GetProcessActivityResponse, UpdateCommentRequest, UpdateCommentResponse } from './comments.js';
import type { BroadcastSignalRequest, BroadcastSignalResponse, BulkExecuteWorkflowRequest, BulkExecuteWorkflowResponse, ExecuteWorkflowRequest, ExecuteWorkflowResponse, GetWorkflowDiagramRequest, GetWorkflowDiagramResponse, GetWorkflowRunsRequest, GetWorkflowRunsResponse, GetWorkflowsRequest, GetWorkflowsResponse, PublishMessageRequest, PublishMessageResponse, ResumeWorkflowRunsApiRequest, ResumeWorkflowRunsApiResponse } from './workflows.js';
import type { AssignTaskRequest, AssignTaskResponse, CastVoteRequest, CastVoteResponse, ClaimTaskRequest, ClaimTaskResponse, DecideTasksRequest, DecideTasksResponse, DeleteDraftRequest, DeleteDraftResponse, ExplainApprovalRequest, ExplainApprovalResponse, GetApprovalStatusRequest, GetApprovalStatusResponse, GetDraftRequest, GetDraftResponse, GetHandoverRequest, GetHandoverResponse, GetInboxRequest, GetInboxResponse, GetTaskRequest, GetTaskResponse, GetTasksRequest, GetTasksResponse, PreviewDecisionRequest, PreviewDecisionResponse, ReleaseTaskRequest, ReleaseTaskResponse, SaveDraftRequest, SaveDraftResponse, UpdateTaskRequest, UpdateTaskResponse } from './tasks.js';
import type { EvaluateDecisionRequest, EvaluateDecisionResponse, GetDecisionCoverageRequest, GetDecisionCoverageResponse, GetDecisionDiagramRequest, GetDecisionDiagramResponse, GetDecisionsRequest, GetDecisionsResponse, SimulateDecisionRequest, SimulateDecisionResponse } from './decisions.js';
import type { AbortMultipartStorageRequest, AbortMultipartStorageResponse, AttachFileRequest, AttachFileResponse, CloseSignedStorageRequest, CloseSignedStorageResponse, CompleteMultipartStorageRequest, CompleteMultipartStorageResponse, CreateMultipartStorageRequest, CreateMultipartStorageResponse, CreateSignedStorageRequest, CreateSignedStorageResponse, DeleteStorageRequest, DeleteStorageResponse, DetachFileRequest, DetachFileResponse, ListStorageRequest, ListStorageResponse, RenameFileRequest, RenameFileResponse, SignStoragePartsRequest, SignStoragePartsResponse, UrlStorageRequest, UrlStorageResponse } from './files.js';
import type { ActivateJobsRequest, ActivateJobsResponse, CompleteJobRequest, CompleteJobResponse, ExtendJobLeaseRequest, ExtendJobLeaseResponse, FailJobRequest, FailJobResponse, ThrowJobErrorRequest, ThrowJobErrorResponse } from './jobs.js';
import type { CreateEventSubscriptionRequest, CreateEventSubscriptionResponse, CreateStreamTicketRequest, CreateStreamTicketResponse, DeleteEventSubscriptionRequest, DeleteEventSubscriptionResponse, GetDeliveriesRequest, GetDeliveriesResponse, GetEventSubscriptionsRequest, GetEventSubscriptionsResponse, GetEventTypesRequest, GetEventTypesResponse, GetEventsRequest, GetEventsResponse, ReplayEventsRequest, ReplayEventsResponse, RetryDeliveriesRequest, RetryDeliveriesResponse, RevealSubscriptionSecretRequest, RevealSubscriptionSecretResponse, RotateSubscriptionSecretRequest, RotateSubscriptionSecretResponse, SkipDeliveryRequest, SkipDeliveryResponse, StreamEventsRequest, StreamEventsResponse, TestEventSubscriptionRequest, TestEventSubscriptionResponse, UpdateEventSubscriptionRequest, UpdateEventSubscriptionResponse } from './events.js';
import type { CreateInboundHookRequest, CreateInboundHookResponse, DeleteInboundHookRequest, DeleteInboundHookResponse, DeleteSecretRequest, DeleteSecretResponse, GetInboundHooksRequest, GetInboundHooksResponse, GetInboundReceiptsRequest, GetInboundReceiptsResponse, GetSecretsRequest, GetSecretsResponse, RotateInboundHookSecretRequest, RotateInboundHookSecretResponse, SetSecretRequest, SetSecretResponse, TestInboundHookRequest, TestInboundHookResponse, UpdateInboundHookRequest, UpdateInboundHookResponse } from './connections.js';
import type { ActivateElementsRequest, ActivateElementsResponse, CancelWorkflowRunRequest, CancelWorkflowRunResponse, GetIncidentGroupsRequest, GetIncidentGroupsResponse, GetIncidentsRequest, GetIncidentsResponse, GetRunTimelineRequest, GetRunTimelineResponse, GetStorageReconciliationRequest, GetStorageReconciliationResponse, GetStorageUsageRequest, GetStorageUsageResponse, GetStuckRunsRequest, GetStuckRunsResponse, GetWorkflowRunRequest, GetWorkflowRunResponse, MigrateRunRequest, MigrateRunResponse, ModifyRunRequest, ModifyRunResponse, MoveTokenRequest, MoveTokenResponse, PurgeStorageRequest, PurgeStorageResponse, ReconcileStorageRequest, ReconcileStorageResponse, ResolveQuarantineRequest, ResolveQuarantineResponse, RetryIncidentRequest, RetryIncidentResponse } from './operators.js';
import type { CreateSubProjectRequest, CreateSubProjectResponse, DeploySubProjectRequest, DeploySubProjectResponse, ExplainAccessRequest, ExplainAccessResponse, GetMembersRequest, GetMembersResponse, GetSubProjectConfigurationRequest, GetSubProjectConfigurationResponse, GetSubProjectSchemaRequest, GetSubProjectSchemaResponse, GetSubProjectsRequest, GetSubProjectsResponse, InviteMemberRequest, InviteMemberResponse, SetMemberRolesRequest, SetMemberRolesResponse } from './sub-projects.js';
import type { CreateApplicationRequest, CreateApplicationResponse, CreateClientRequest, CreateClientResponse, CreateGroupRequest, CreateGroupResponse, CreateIdentityProviderRequest, CreateIdentityProviderResponse, CreatePasswordResetLinkRequest, CreatePasswordResetLinkResponse, CreateScimTokenRequest, CreateScimTokenResponse, CreateUserRequest, CreateUserResponse, DeleteApplicationRequest, DeleteApplicationResponse, DeleteGroupRequest, DeleteGroupResponse, DeleteIdentityProviderRequest, DeleteIdentityProviderResponse, GetApplicationsRequest, GetApplicationsResponse, GetClientsRequest, GetClientsResponse, GetConsentsRequest, GetConsentsResponse, GetGroupMembersRequest, GetGroupMembersResponse, GetGroupsRequest, GetGroupsResponse, GetIdentityProvidersRequest, GetIdentityProvidersResponse, GetInvitationsRequest, GetInvitationsResponse, GetScimTokensRequest, GetScimTokensResponse, GetSignInPolicyRequest, GetSignInPolicyResponse, GetUsersRequest, GetUsersResponse, InviteUserRequest, InviteUserResponse, RemoveFactorsRequest, RemoveFactorsResponse, ResendInvitationRequest, ResendInvitationResponse, RevokeConsentRequest, RevokeConsentResponse, RevokeInvitationRequest, RevokeInvitationResponse, RevokeScimTokenRequest, RevokeScimTokenResponse, RevokeTokensRequest, RevokeTokensResponse, RotateClientSecretRequest, RotateClientSecretResponse, SetGroupMembersRequest, SetGroupMembersResponse, SetSignInPolicyRequest, SetSignInPolicyResponse, UpdateApplicationRequest, UpdateApplicationResponse, UpdateClientRequest, UpdateClientResponse, UpdateGroupRequest, UpdateGroupResponse, UpdateIdentityProviderRequest, UpdateIdentityProviderResponse, UpdateUserRequest, UpdateUserResponse } from './identity.js';
import type { ExportAuditLogsRequest, ExportAuditLogsResponse, GetAuditLogsRequest, GetAuditLogsResponse } from './audit.js';

/** The request of every operation, by operation id. */
export interface OperationRequests {
  readonly abortMultipartStorage: AbortMultipartStorageRequest;
  readonly acceptInvitation: AcceptInvitationRequest;
  readonly activateElements: ActivateElementsRequest;
  readonly activateJobs: ActivateJobsRequest;
  readonly addComment: AddCommentRequest;
  readonly assignTask: AssignTaskRequest;
  readonly attachFile: AttachFileRequest;
  readonly broadcastSignal: BroadcastSignalRequest;
  readonly bulkExecuteWorkflow: BulkExecuteWorkflowRequest;
  readonly bulkUpdateProcesses: BulkUpdateProcessesRequest;
  readonly cancelBulkOperation: CancelBulkOperationRequest;
  readonly cancelWorkflowRun: CancelWorkflowRunRequest;
  readonly castVote: CastVoteRequest;
  readonly claimTask: ClaimTaskRequest;
  readonly closeSignedStorage: CloseSignedStorageRequest;
  readonly completeJob: CompleteJobRequest;
  readonly completeMultipartStorage: CompleteMultipartStorageRequest;
  readonly confirmEmailChange: ConfirmEmailChangeRequest;
  readonly confirmTotp: ConfirmTotpRequest;
  readonly countProcesses: CountProcessesRequest;
  readonly createApplication: CreateApplicationRequest;
  readonly createClient: CreateClientRequest;
  readonly createEventSubscription: CreateEventSubscriptionRequest;
  readonly createGroup: CreateGroupRequest;
  readonly createIdentityProvider: CreateIdentityProviderRequest;
  readonly createInboundHook: CreateInboundHookRequest;
  readonly createMultipartStorage: CreateMultipartStorageRequest;
  readonly createPasswordResetLink: CreatePasswordResetLinkRequest;
  readonly createPersonalToken: CreatePersonalTokenRequest;
  readonly createProcess: CreateProcessRequest;
  readonly createRecoveryCodes: CreateRecoveryCodesRequest;
  readonly createScimToken: CreateScimTokenRequest;
  readonly createSignedStorage: CreateSignedStorageRequest;
  readonly createStreamTicket: CreateStreamTicketRequest;
  readonly createSubProject: CreateSubProjectRequest;
  readonly createUser: CreateUserRequest;
  readonly decideTasks: DecideTasksRequest;
  readonly deleteApplication: DeleteApplicationRequest;
  readonly deleteComment: DeleteCommentRequest;
  readonly deleteDraft: DeleteDraftRequest;
  readonly deleteEventSubscription: DeleteEventSubscriptionRequest;
  readonly deleteGroup: DeleteGroupRequest;
  readonly deleteIdentityLink: DeleteIdentityLinkRequest;
  readonly deleteIdentityProvider: DeleteIdentityProviderRequest;
  readonly deleteInboundHook: DeleteInboundHookRequest;
  readonly deleteProcess: DeleteProcessRequest;
  readonly deleteSecret: DeleteSecretRequest;
  readonly deleteStorage: DeleteStorageRequest;
  readonly deleteView: DeleteViewRequest;
  readonly deploySubProject: DeploySubProjectRequest;
  readonly detachFile: DetachFileRequest;
  readonly endSession: EndSessionRequest;
  readonly evaluateDecision: EvaluateDecisionRequest;
  readonly executeWorkflow: ExecuteWorkflowRequest;
  readonly explainAccess: ExplainAccessRequest;
  readonly explainApproval: ExplainApprovalRequest;
  readonly exportAuditLogs: ExportAuditLogsRequest;
  readonly exportProcesses: ExportProcessesRequest;
  readonly extendJobLease: ExtendJobLeaseRequest;
  readonly failJob: FailJobRequest;
  readonly finishPasskeyRegistration: FinishPasskeyRegistrationRequest;
  readonly finishPasskeySignIn: FinishPasskeySignInRequest;
  readonly finishSignIn: FinishSignInRequest;
  readonly getApplications: GetApplicationsRequest;
  readonly getApprovalStatus: GetApprovalStatusRequest;
  readonly getAuditLogs: GetAuditLogsRequest;
  readonly getBulkOperation: GetBulkOperationRequest;
  readonly getBulkOperations: GetBulkOperationsRequest;
  readonly getClients: GetClientsRequest;
  readonly getComments: GetCommentsRequest;
  readonly getConsents: GetConsentsRequest;
  readonly getDecisionCoverage: GetDecisionCoverageRequest;
  readonly getDecisionDiagram: GetDecisionDiagramRequest;
  readonly getDecisions: GetDecisionsRequest;
  readonly getDeliveries: GetDeliveriesRequest;
  readonly getDraft: GetDraftRequest;
  readonly getEventSubscriptions: GetEventSubscriptionsRequest;
  readonly getEventTypes: GetEventTypesRequest;
  readonly getEvents: GetEventsRequest;
  readonly getFactors: GetFactorsRequest;
  readonly getGroupMembers: GetGroupMembersRequest;
  readonly getGroups: GetGroupsRequest;
  readonly getHandover: GetHandoverRequest;
  readonly getIdentityLinks: GetIdentityLinksRequest;
  readonly getIdentityProviders: GetIdentityProvidersRequest;
  readonly getInboundHooks: GetInboundHooksRequest;
  readonly getInboundReceipts: GetInboundReceiptsRequest;
  readonly getInbox: GetInboxRequest;
  readonly getIncidentGroups: GetIncidentGroupsRequest;
  readonly getIncidents: GetIncidentsRequest;
  readonly getInvitations: GetInvitationsRequest;
  readonly getMe: GetMeRequest;
  readonly getMembers: GetMembersRequest;
  readonly getPersonalTokens: GetPersonalTokensRequest;
  readonly getProcess: GetProcessRequest;
  readonly getProcessActivity: GetProcessActivityRequest;
  readonly getRunTimeline: GetRunTimelineRequest;
  readonly getScimTokens: GetScimTokensRequest;
  readonly getSecrets: GetSecretsRequest;
  readonly getSessions: GetSessionsRequest;
  readonly getSignInMethods: GetSignInMethodsRequest;
  readonly getSignInPolicy: GetSignInPolicyRequest;
  readonly getStorageReconciliation: GetStorageReconciliationRequest;
  readonly getStorageUsage: GetStorageUsageRequest;
  readonly getStuckRuns: GetStuckRunsRequest;
  readonly getSubProjectConfiguration: GetSubProjectConfigurationRequest;
  readonly getSubProjectSchema: GetSubProjectSchemaRequest;
  readonly getSubProjects: GetSubProjectsRequest;
  readonly getTask: GetTaskRequest;
  readonly getTasks: GetTasksRequest;
  readonly getUsers: GetUsersRequest;
  readonly getUsersForProcess: GetUsersForProcessRequest;
  readonly getViews: GetViewsRequest;
  readonly getWorkflowDiagram: GetWorkflowDiagramRequest;
  readonly getWorkflowRun: GetWorkflowRunRequest;
  readonly getWorkflowRuns: GetWorkflowRunsRequest;
  readonly getWorkflows: GetWorkflowsRequest;
  readonly importProcesses: ImportProcessesRequest;
  readonly inviteMember: InviteMemberRequest;
  readonly inviteUser: InviteUserRequest;
  readonly listStorage: ListStorageRequest;
  readonly migrateRun: MigrateRunRequest;
  readonly modifyRun: ModifyRunRequest;
  readonly moveToken: MoveTokenRequest;
  readonly previewDecision: PreviewDecisionRequest;
  readonly publishMessage: PublishMessageRequest;
  readonly purgeStorage: PurgeStorageRequest;
  readonly reconcileStorage: ReconcileStorageRequest;
  readonly releaseTask: ReleaseTaskRequest;
  readonly removeFactors: RemoveFactorsRequest;
  readonly removePasskey: RemovePasskeyRequest;
  readonly removeTotp: RemoveTotpRequest;
  readonly renameFile: RenameFileRequest;
  readonly renamePasskey: RenamePasskeyRequest;
  readonly replayEvents: ReplayEventsRequest;
  readonly requestEmailChange: RequestEmailChangeRequest;
  readonly requestPasswordReset: RequestPasswordResetRequest;
  readonly resendInvitation: ResendInvitationRequest;
  readonly resetPassword: ResetPasswordRequest;
  readonly resolveQuarantine: ResolveQuarantineRequest;
  readonly resumeWorkflowRunsApi: ResumeWorkflowRunsApiRequest;
  readonly retryDeliveries: RetryDeliveriesRequest;
  readonly retryIncident: RetryIncidentRequest;
  readonly revealSubscriptionSecret: RevealSubscriptionSecretRequest;
  readonly revokeConsent: RevokeConsentRequest;
  readonly revokeInvitation: RevokeInvitationRequest;
  readonly revokePersonalToken: RevokePersonalTokenRequest;
  readonly revokeScimToken: RevokeScimTokenRequest;
  readonly revokeTokens: RevokeTokensRequest;
  readonly rotateClientSecret: RotateClientSecretRequest;
  readonly rotateInboundHookSecret: RotateInboundHookSecretRequest;
  readonly rotateSubscriptionSecret: RotateSubscriptionSecretRequest;
  readonly saveDraft: SaveDraftRequest;
  readonly saveView: SaveViewRequest;
  readonly search: SearchRequest;
  readonly setGroupMembers: SetGroupMembersRequest;
  readonly setLocale: SetLocaleRequest;
  readonly setMemberRoles: SetMemberRolesRequest;
  readonly setPassword: SetPasswordRequest;
  readonly setSecret: SetSecretRequest;
  readonly setSignInPolicy: SetSignInPolicyRequest;
  readonly signIn: SignInRequest;
  readonly signInWithLink: SignInWithLinkRequest;
  readonly signOut: SignOutRequest;
  readonly signStorageParts: SignStoragePartsRequest;
  readonly simulateDecision: SimulateDecisionRequest;
  readonly skipDelivery: SkipDeliveryRequest;
  readonly startIdentityLink: StartIdentityLinkRequest;
  readonly startPasskeyRegistration: StartPasskeyRegistrationRequest;
  readonly startPasskeySignIn: StartPasskeySignInRequest;
  readonly startTotp: StartTotpRequest;
  readonly stepUp: StepUpRequest;
  readonly streamEvents: StreamEventsRequest;
  readonly suggest: SuggestRequest;
  readonly testEventSubscription: TestEventSubscriptionRequest;
  readonly testInboundHook: TestInboundHookRequest;
  readonly throwJobError: ThrowJobErrorRequest;
  readonly updateApplication: UpdateApplicationRequest;
  readonly updateClient: UpdateClientRequest;
  readonly updateComment: UpdateCommentRequest;
  readonly updateEventSubscription: UpdateEventSubscriptionRequest;
  readonly updateGroup: UpdateGroupRequest;
  readonly updateIdentityProvider: UpdateIdentityProviderRequest;
  readonly updateInboundHook: UpdateInboundHookRequest;
  readonly updateMe: UpdateMeRequest;
  readonly updateProcessField: UpdateProcessFieldRequest;
  readonly updateTask: UpdateTaskRequest;
  readonly updateUser: UpdateUserRequest;
  readonly urlStorage: UrlStorageRequest;
  readonly userLogin: UserLoginRequest;
}

/** The answer of every operation, by operation id. */
export interface OperationResponses {
  readonly abortMultipartStorage: AbortMultipartStorageResponse;
  readonly acceptInvitation: AcceptInvitationResponse;
  readonly activateElements: ActivateElementsResponse;
  readonly activateJobs: ActivateJobsResponse;
  readonly addComment: AddCommentResponse;
  readonly assignTask: AssignTaskResponse;
  readonly attachFile: AttachFileResponse;
  readonly broadcastSignal: BroadcastSignalResponse;
  readonly bulkExecuteWorkflow: BulkExecuteWorkflowResponse;
  readonly bulkUpdateProcesses: BulkUpdateProcessesResponse;
  readonly cancelBulkOperation: CancelBulkOperationResponse;
  readonly cancelWorkflowRun: CancelWorkflowRunResponse;
  readonly castVote: CastVoteResponse;
  readonly claimTask: ClaimTaskResponse;
  readonly closeSignedStorage: CloseSignedStorageResponse;
  readonly completeJob: CompleteJobResponse;
  readonly completeMultipartStorage: CompleteMultipartStorageResponse;
  readonly confirmEmailChange: ConfirmEmailChangeResponse;
  readonly confirmTotp: ConfirmTotpResponse;
  readonly countProcesses: CountProcessesResponse;
  readonly createApplication: CreateApplicationResponse;
  readonly createClient: CreateClientResponse;
  readonly createEventSubscription: CreateEventSubscriptionResponse;
  readonly createGroup: CreateGroupResponse;
  readonly createIdentityProvider: CreateIdentityProviderResponse;
  readonly createInboundHook: CreateInboundHookResponse;
  readonly createMultipartStorage: CreateMultipartStorageResponse;
  readonly createPasswordResetLink: CreatePasswordResetLinkResponse;
  readonly createPersonalToken: CreatePersonalTokenResponse;
  readonly createProcess: CreateProcessResponse;
  readonly createRecoveryCodes: CreateRecoveryCodesResponse;
  readonly createScimToken: CreateScimTokenResponse;
  readonly createSignedStorage: CreateSignedStorageResponse;
  readonly createStreamTicket: CreateStreamTicketResponse;
  readonly createSubProject: CreateSubProjectResponse;
  readonly createUser: CreateUserResponse;
  readonly decideTasks: DecideTasksResponse;
  readonly deleteApplication: DeleteApplicationResponse;
  readonly deleteComment: DeleteCommentResponse;
  readonly deleteDraft: DeleteDraftResponse;
  readonly deleteEventSubscription: DeleteEventSubscriptionResponse;
  readonly deleteGroup: DeleteGroupResponse;
  readonly deleteIdentityLink: DeleteIdentityLinkResponse;
  readonly deleteIdentityProvider: DeleteIdentityProviderResponse;
  readonly deleteInboundHook: DeleteInboundHookResponse;
  readonly deleteProcess: DeleteProcessResponse;
  readonly deleteSecret: DeleteSecretResponse;
  readonly deleteStorage: DeleteStorageResponse;
  readonly deleteView: DeleteViewResponse;
  readonly deploySubProject: DeploySubProjectResponse;
  readonly detachFile: DetachFileResponse;
  readonly endSession: EndSessionResponse;
  readonly evaluateDecision: EvaluateDecisionResponse;
  readonly executeWorkflow: ExecuteWorkflowResponse;
  readonly explainAccess: ExplainAccessResponse;
  readonly explainApproval: ExplainApprovalResponse;
  readonly exportAuditLogs: ExportAuditLogsResponse;
  readonly exportProcesses: ExportProcessesResponse;
  readonly extendJobLease: ExtendJobLeaseResponse;
  readonly failJob: FailJobResponse;
  readonly finishPasskeyRegistration: FinishPasskeyRegistrationResponse;
  readonly finishPasskeySignIn: FinishPasskeySignInResponse;
  readonly finishSignIn: FinishSignInResponse;
  readonly getApplications: GetApplicationsResponse;
  readonly getApprovalStatus: GetApprovalStatusResponse;
  readonly getAuditLogs: GetAuditLogsResponse;
  readonly getBulkOperation: GetBulkOperationResponse;
  readonly getBulkOperations: GetBulkOperationsResponse;
  readonly getClients: GetClientsResponse;
  readonly getComments: GetCommentsResponse;
  readonly getConsents: GetConsentsResponse;
  readonly getDecisionCoverage: GetDecisionCoverageResponse;
  readonly getDecisionDiagram: GetDecisionDiagramResponse;
  readonly getDecisions: GetDecisionsResponse;
  readonly getDeliveries: GetDeliveriesResponse;
  readonly getDraft: GetDraftResponse;
  readonly getEventSubscriptions: GetEventSubscriptionsResponse;
  readonly getEventTypes: GetEventTypesResponse;
  readonly getEvents: GetEventsResponse;
  readonly getFactors: GetFactorsResponse;
  readonly getGroupMembers: GetGroupMembersResponse;
  readonly getGroups: GetGroupsResponse;
  readonly getHandover: GetHandoverResponse;
  readonly getIdentityLinks: GetIdentityLinksResponse;
  readonly getIdentityProviders: GetIdentityProvidersResponse;
  readonly getInboundHooks: GetInboundHooksResponse;
  readonly getInboundReceipts: GetInboundReceiptsResponse;
  readonly getInbox: GetInboxResponse;
  readonly getIncidentGroups: GetIncidentGroupsResponse;
  readonly getIncidents: GetIncidentsResponse;
  readonly getInvitations: GetInvitationsResponse;
  readonly getMe: GetMeResponse;
  readonly getMembers: GetMembersResponse;
  readonly getPersonalTokens: GetPersonalTokensResponse;
  readonly getProcess: GetProcessResponse;
  readonly getProcessActivity: GetProcessActivityResponse;
  readonly getRunTimeline: GetRunTimelineResponse;
  readonly getScimTokens: GetScimTokensResponse;
  readonly getSecrets: GetSecretsResponse;
  readonly getSessions: GetSessionsResponse;
  readonly getSignInMethods: GetSignInMethodsResponse;
  readonly getSignInPolicy: GetSignInPolicyResponse;
  readonly getStorageReconciliation: GetStorageReconciliationResponse;
  readonly getStorageUsage: GetStorageUsageResponse;
  readonly getStuckRuns: GetStuckRunsResponse;
  readonly getSubProjectConfiguration: GetSubProjectConfigurationResponse;
  readonly getSubProjectSchema: GetSubProjectSchemaResponse;
  readonly getSubProjects: GetSubProjectsResponse;
  readonly getTask: GetTaskResponse;
  readonly getTasks: GetTasksResponse;
  readonly getUsers: GetUsersResponse;
  readonly getUsersForProcess: GetUsersForProcessResponse;
  readonly getViews: GetViewsResponse;
  readonly getWorkflowDiagram: GetWorkflowDiagramResponse;
  readonly getWorkflowRun: GetWorkflowRunResponse;
  readonly getWorkflowRuns: GetWorkflowRunsResponse;
  readonly getWorkflows: GetWorkflowsResponse;
  readonly importProcesses: ImportProcessesResponse;
  readonly inviteMember: InviteMemberResponse;
  readonly inviteUser: InviteUserResponse;
  readonly listStorage: ListStorageResponse;
  readonly migrateRun: MigrateRunResponse;
  readonly modifyRun: ModifyRunResponse;
  readonly moveToken: MoveTokenResponse;
  readonly previewDecision: PreviewDecisionResponse;
  readonly publishMessage: PublishMessageResponse;
  readonly purgeStorage: PurgeStorageResponse;
  readonly reconcileStorage: ReconcileStorageResponse;
  readonly releaseTask: ReleaseTaskResponse;
  readonly removeFactors: RemoveFactorsResponse;
  readonly removePasskey: RemovePasskeyResponse;
  readonly removeTotp: RemoveTotpResponse;
  readonly renameFile: RenameFileResponse;
  readonly renamePasskey: RenamePasskeyResponse;
  readonly replayEvents: ReplayEventsResponse;
  readonly requestEmailChange: RequestEmailChangeResponse;
  readonly requestPasswordReset: RequestPasswordResetResponse;
  readonly resendInvitation: ResendInvitationResponse;
  readonly resetPassword: ResetPasswordResponse;
  readonly resolveQuarantine: ResolveQuarantineResponse;
  readonly resumeWorkflowRunsApi: ResumeWorkflowRunsApiResponse;
  readonly retryDeliveries: RetryDeliveriesResponse;
  readonly retryIncident: RetryIncidentResponse;
  readonly revealSubscriptionSecret: RevealSubscriptionSecretResponse;
  readonly revokeConsent: RevokeConsentResponse;
  readonly revokeInvitation: RevokeInvitationResponse;
  readonly revokePersonalToken: RevokePersonalTokenResponse;
  readonly revokeScimToken: RevokeScimTokenResponse;
  readonly revokeTokens: RevokeTokensResponse;
  readonly rotateClientSecret: RotateClientSecretResponse;
  readonly rotateInboundHookSecret: RotateInboundHookSecretResponse;
  readonly rotateSubscriptionSecret: RotateSubscriptionSecretResponse;
  readonly saveDraft: SaveDraftResponse;
  readonly saveView: SaveViewResponse;
  readonly search: SearchResponse;
  readonly setGroupMembers: SetGroupMembersResponse;
  readonly setLocale: SetLocaleResponse;
  readonly setMemberRoles: SetMemberRolesResponse;
  readonly setPassword: SetPasswordResponse;
  readonly setSecret: SetSecretResponse;
  readonly setSignInPolicy: SetSignInPolicyResponse;
  readonly signIn: SignInResponse;
  readonly signInWithLink: SignInWithLinkResponse;
  readonly signOut: SignOutResponse;
  readonly signStorageParts: SignStoragePartsResponse;
  readonly simulateDecision: SimulateDecisionResponse;
  readonly skipDelivery: SkipDeliveryResponse;
  readonly startIdentityLink: StartIdentityLinkResponse;
  readonly startPasskeyRegistration: StartPasskeyRegistrationResponse;
  readonly startPasskeySignIn: StartPasskeySignInResponse;
  readonly startTotp: StartTotpResponse;
  readonly stepUp: StepUpResponse;
  readonly streamEvents: StreamEventsResponse;
  readonly suggest: SuggestResponse;
  readonly testEventSubscription: TestEventSubscriptionResponse;
  readonly testInboundHook: TestInboundHookResponse;
  readonly throwJobError: ThrowJobErrorResponse;
  readonly updateApplication: UpdateApplicationResponse;
  readonly updateClient: UpdateClientResponse;
  readonly updateComment: UpdateCommentResponse;
  readonly updateEventSubscription: UpdateEventSubscriptionResponse;
  readonly updateGroup: UpdateGroupResponse;
  readonly updateIdentityProvider: UpdateIdentityProviderResponse;
  readonly updateInboundHook: UpdateInboundHookResponse;
  readonly updateMe: UpdateMeResponse;
  readonly updateProcessField: UpdateProcessFieldResponse;
  readonly updateTask: UpdateTaskResponse;
  readonly updateUser: UpdateUserResponse;
  readonly urlStorage: UrlStorageResponse;
  readonly userLogin: UserLoginResponse;
}

/** Name of an operation. */
export type OperationId = keyof OperationRequests;

/** What a call of an operation takes. */
export type RequestOf<Id extends OperationId> = OperationRequests[Id];

/** What an operation answers. */
export type ResponseOf<Id extends OperationId> = OperationResponses[Id];

/** Operations whose answers are streamed. */
export type StreamedId = 'exportAuditLogs' | 'exportProcesses';

/** One method per operation. The request may be left out where no member is required. */
export interface OperationMethods {
  /**
   * Exchanges OAuth 2 client credentials for a bearer token. The credentials can be sent as JSON, as the form-encoded body of RFC 6749, or with HTTP Basic authentication.
   *
   * `POST /v1/users/userLogin`. Needs no sign-in.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1002 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1200 (400)
   */
  userLogin(request: UserLoginRequest, options?: CallOptions): Promise<UserLoginResponse>;

  /**
   * Uses the one-time link of an invitation: creates the user with name and password, and signs the person in. For pages of the service itself.
   *
   * `POST /v1/users/acceptInvitation`, an extension of the documented interface. Needs no sign-in.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1019 (410), 1200 (400)
   */
  acceptInvitation(request: AcceptInvitationRequest, options?: CallOptions): Promise<AcceptInvitationResponse>;

  /**
   * Uses the one-time link that was sent to a new e-mail address: it becomes the address of the person. The request must have the session cookie of a browser in which the same person is signed in; else the answer is 1009.
   *
   * `POST /v1/users/confirmEmailChange`, an extension of the documented interface. Needs no sign-in.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1019 (410), 1200 (400)
   */
  confirmEmailChange(request: ConfirmEmailChangeRequest, options?: CallOptions): Promise<ConfirmEmailChangeResponse>;

  /**
   * Makes the secret of startTotp count: from now on a sign-in with a password also asks for a code of the app. A person without recovery codes gets ten, which only this answer contains. A session that had to set up a second factor first is a full one from now on.
   *
   * `POST /v1/users/confirmTotp`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1016 (401), 1022 (409), 1200 (400), 1209 (403)
   */
  confirmTotp(request: ConfirmTotpRequest, options?: CallOptions): Promise<ConfirmTotpResponse>;

  /**
   * Creates a token with which programs act as the caller, wherever a bearer token is accepted. Only this answer contains the token. A person has 20 at most. A personal token cannot create another one, nor can a token of an application or one with scopes.
   *
   * `POST /v1/users/createPersonalToken`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1206 (403)
   */
  createPersonalToken(request: CreatePersonalTokenRequest, options?: CallOptions): Promise<CreatePersonalTokenResponse>;

  /**
   * Gives the person who is signed in ten new recovery codes. Each stands once for the authenticator app or the passkey at a sign-in with a password. Those before do not count any more. Only this answer contains the codes.
   *
   * `POST /v1/users/createRecoveryCodes`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1209 (403)
   */
  createRecoveryCodes(request?: CreateRecoveryCodesRequest, options?: CallOptions): Promise<CreateRecoveryCodesResponse>;

  /**
   * The account signs nobody in here any more, its groups go, and the other sessions that it opened end within two seconds. Your own account takes a session (1001), and your last way to sign in stays (1009). The administrator may unlink accounts of others.
   *
   * `POST /v1/users/deleteIdentityLink`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  deleteIdentityLink(request: DeleteIdentityLinkRequest, options?: CallOptions): Promise<DeleteIdentityLinkResponse>;

  /**
   * Ends one session, or all sessions of the caller but the one of this request. The administrator may end the sessions of others. All servers refuse an ended session within 2 seconds. Send either sessionId or everywhereElse.
   *
   * `POST /v1/users/endSession`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  endSession(request?: EndSessionRequest, options?: CallOptions): Promise<EndSessionResponse>;

  /**
   * Keeps the passkey that the browser has made. A person has at most 10. A session that had to set up a second factor first is a full one from now on.
   *
   * `POST /v1/users/finishPasskeyRegistration`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1016 (401), 1022 (409), 1200 (400), 1209 (403)
   */
  finishPasskeyRegistration(request: FinishPasskeyRegistrationRequest, options?: CallOptions): Promise<FinishPasskeyRegistrationResponse>;

  /**
   * Signs a person in with the browser’s answer to a challenge of startPasskeySignIn, and gives the browser a session cookie. A passkey is both factors: no second step follows.
   *
   * `POST /v1/users/finishPasskeySignIn`, an extension of the documented interface. Needs no sign-in.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1016 (401), 1200 (400)
   */
  finishPasskeySignIn(request: FinishPasskeySignInRequest, options?: CallOptions): Promise<FinishPasskeySignInResponse>;

  /**
   * Finishes a sign-in that signIn answered with secondStep, by a code of the authenticator app or a recovery code, and gives the browser a session cookie. Send one of the two. After 5 wrong codes the sign-in begins again with the password. To use a passkey instead, call startPasskeySignIn.
   *
   * `POST /v1/users/finishSignIn`, an extension of the documented interface. Needs no sign-in.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1016 (401), 1200 (400)
   */
  finishSignIn(request: FinishSignInRequest, options?: CallOptions): Promise<FinishSignInResponse>;

  /**
   * Returns the passkeys of a person, whether they have a password and an authenticator app, and how many recovery codes are left. Never a secret. Administrators may ask for other people.
   *
   * `GET /v1/users/getFactors`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getFactors(request?: GetFactorsRequest, options?: CallOptions): Promise<GetFactorsResponse>;

  /**
   * Lists the accounts at identity providers that the caller, or for the administrator another user, signs in with.
   *
   * `GET /v1/users/getIdentityLinks`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getIdentityLinks(request?: GetIdentityLinksRequest, options?: CallOptions): Promise<GetIdentityLinksResponse>;

  /**
   * Returns the user that the request acts as, how they signed in, their session, and what they may do in each of their sub-projects.
   *
   * `GET /v1/users/getMe`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400)
   */
  getMe(request?: GetMeRequest, options?: CallOptions): Promise<GetMeResponse>;

  /**
   * Lists the personal tokens of the caller without their secrets, newest first. The administrator may name another user. Tokens that have expired are listed for 30 days.
   *
   * `GET /v1/users/getPersonalTokens`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getPersonalTokens(request?: GetPersonalTokensRequest, options?: CallOptions): Promise<GetPersonalTokensResponse>;

  /**
   * Lists the sessions of the caller, the one used last first. The administrator may name another user. A person has 50 sessions at most.
   *
   * `GET /v1/users/getSessions`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getSessions(request?: GetSessionsRequest, options?: CallOptions): Promise<GetSessionsResponse>;

  /**
   * What a sign-in page offers. With an e-mail address, the identity providers that speak for its domain are marked; the answer does not depend on whether anybody has this address.
   *
   * `GET /v1/users/getSignInMethods`, an extension of the documented interface. Needs no sign-in.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1010 (503), 1200 (400)
   */
  getSignInMethods(request?: GetSignInMethodsRequest, options?: CallOptions): Promise<GetSignInMethodsResponse>;

  /**
   * Removes a passkey of the person who is signed in. The last way to sign in cannot be removed.
   *
   * `POST /v1/users/removePasskey`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1209 (403)
   */
  removePasskey(request: RemovePasskeyRequest, options?: CallOptions): Promise<RemovePasskeyResponse>;

  /**
   * Ends the secret of the authenticator app of the person who is signed in. Refused where the installation requires a second factor and the person has no other.
   *
   * `POST /v1/users/removeTotp`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1209 (403)
   */
  removeTotp(request?: RemoveTotpRequest, options?: CallOptions): Promise<RemoveTotpResponse>;

  /**
   * Gives a passkey of the person who is signed in another name.
   *
   * `POST /v1/users/renamePasskey`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1209 (403)
   */
  renamePasskey(request: RenamePasskeyRequest, options?: CallOptions): Promise<RenamePasskeyResponse>;

  /**
   * Sends a one-time link to a new e-mail address of the person who is signed in, and a notice to the present one. The change takes effect when the link is used, within 24 hours.
   *
   * `POST /v1/users/requestEmailChange`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400)
   */
  requestEmailChange(request: RequestEmailChangeRequest, options?: CallOptions): Promise<RequestEmailChangeResponse>;

  /**
   * Sends a one-time link to set a new password, if the address belongs to a person who is not disabled. The link works for 30 minutes. The answer is the same for every address, and takes the same time. If the server sends no e-mail, the answer says so: an administrator then creates a link with createPasswordResetLink.
   *
   * `POST /v1/users/requestPasswordReset`, an extension of the documented interface. Needs no sign-in.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1200 (400)
   */
  requestPasswordReset(request: RequestPasswordResetRequest, options?: CallOptions): Promise<RequestPasswordResetResponse>;

  /**
   * Uses a one-time link to set a new password. All sessions of the person end, and the person is told by e-mail. Passkeys and other factors stay. The person then signs in with the new password.
   *
   * `POST /v1/users/resetPassword`, an extension of the documented interface. Needs no sign-in.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1019 (410), 1200 (400)
   */
  resetPassword(request: ResetPasswordRequest, options?: CallOptions): Promise<ResetPasswordResponse>;

  /**
   * Ends a personal token of the caller; the administrator may end those of others. All servers refuse it within 2 seconds.
   *
   * `POST /v1/users/revokePersonalToken`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  revokePersonalToken(request: RevokePersonalTokenRequest, options?: CallOptions): Promise<RevokePersonalTokenResponse>;

  /**
   * Stores the language that the caller has chosen, so that it is the same in every browser. getMe returns it; null means that of the browser.
   *
   * `POST /v1/users/setLocale`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400)
   */
  setLocale(request: SetLocaleRequest, options?: CallOptions): Promise<SetLocaleResponse>;

  /**
   * Sets or changes the password of the caller, and ends their other sessions. A password has at least 12 characters and is not easy to guess; there are no other rules. Personal tokens and tokens with scopes may not call it.
   *
   * `POST /v1/users/setPassword`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1016 (401), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  setPassword(request: SetPasswordRequest, options?: CallOptions): Promise<SetPasswordResponse>;

  /**
   * Signs a person in with e-mail address and password, and gives the browser a session cookie. For pages of the service itself: programs use userLogin or a personal token.
   *
   * `POST /v1/users/signIn`, an extension of the documented interface. Needs no sign-in.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1016 (401), 1200 (400)
   */
  signIn(request: SignInRequest, options?: CallOptions): Promise<SignInResponse>;

  /**
   * Uses a one-time sign-in link, such as those that the demo prints for its people. For pages of the service itself.
   *
   * `POST /v1/users/signInWithLink`, an extension of the documented interface. Needs no sign-in.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1019 (410), 1200 (400)
   */
  signInWithLink(request: SignInWithLinkRequest, options?: CallOptions): Promise<SignInWithLinkResponse>;

  /**
   * Ends the session of the browser and takes its cookie away. A browser whose session has ended already gets the same answer. A person who signed in with an identity provider is still signed in there: send the browser to `identityProviderUrl` to end that too.
   *
   * `POST /v1/users/signOut`, an extension of the documented interface. Needs no sign-in.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1200 (400)
   */
  signOut(request?: SignOutRequest, options?: CallOptions): Promise<SignOutResponse>;

  /**
   * Answers with the address to open in the same browser: there the person of the session signs in at the provider, and from then on can sign in here with that account. The addresses of the two accounts may differ. Needs a session.
   *
   * `POST /v1/users/startIdentityLink`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1020 (502), 1022 (409), 1200 (400)
   */
  startIdentityLink(request: StartIdentityLinkRequest, options?: CallOptions): Promise<StartIdentityLinkResponse>;

  /**
   * Returns what `navigator.credentials.create()` needs to make a passkey for the person who is signed in. The challenge is valid for 5 minutes and once.
   *
   * `POST /v1/users/startPasskeyRegistration`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1209 (403)
   */
  startPasskeyRegistration(request?: StartPasskeyRegistrationRequest, options?: CallOptions): Promise<StartPasskeyRegistrationResponse>;

  /**
   * Returns what `navigator.credentials.get()` needs. It names no person: the browser offers the passkeys that it has. The challenge is valid for 5 minutes and once. It also serves stepUp.
   *
   * `POST /v1/users/startPasskeySignIn`, an extension of the documented interface. Needs no sign-in.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1200 (400)
   */
  startPasskeySignIn(request?: StartPasskeySignInRequest, options?: CallOptions): Promise<StartPasskeySignInResponse>;

  /**
   * Makes a secret for an authenticator app (RFC 6238). It counts once confirmTotp was called with a code of it; one that was set up before counts until then. Only this answer contains the secret.
   *
   * `POST /v1/users/startTotp`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1209 (403)
   */
  startTotp(request?: StartTotpRequest, options?: CallOptions): Promise<StartTotpResponse>;

  /**
   * Renews the sign-in of a session, as operations ask for that answer with ERROR_STEP_UP_REQUIRED. Send one of password, code, recoveryCode and passkey; for a passkey call startPasskeySignIn first. The answer gives the session another cookie.
   *
   * `POST /v1/users/stepUp`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1016 (401), 1022 (409), 1200 (400), 1209 (403)
   */
  stepUp(request?: StepUpRequest, options?: CallOptions): Promise<StepUpResponse>;

  /**
   * Changes the name of the person who is signed in. The name of a person whom an identity provider manages over SCIM is changed there (1009). requestEmailChange changes the e-mail address.
   *
   * `POST /v1/users/updateMe`, an extension of the documented interface. Any person with a session of a browser may call it, but no token.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1209 (403)
   */
  updateMe(request: UpdateMeRequest, options?: CallOptions): Promise<UpdateMeResponse>;

  /**
   * Lists the processes that match the filters and that the caller may see, newest first.
   *
   * `GET /v1/process/getProcess`. Needs a role that grants `process.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403), 1209 (403), 1210 (403), 1221 (404), 1227 (500), 1230 (400), 1231 (400), 1232 (400)
   */
  getProcess(request: GetProcessRequest, options?: CallOptions): Promise<GetProcessResponse>;

  /**
   * Lists the users who may be assigned to a process, by name. With processId, only users whose role covers the stage of that process.
   *
   * `GET /v1/process/projects/getUsersForProcess`. Needs a role that grants `user.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  getUsersForProcess(request: GetUsersForProcessRequest, options?: CallOptions): Promise<GetUsersForProcessResponse>;

  /**
   * Sets dynamic fields and, under their reserved names, state, priority and stageKey. Either all values are set or none. Send If-Match with a version to prevent lost updates.
   *
   * `POST /v1/process/updateProcessField`. Needs a role that grants `process.update`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1008 (412), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1210 (403), 1221 (404), 1224 (500), 1231 (400), 1232 (400)
   */
  updateProcessField(request: UpdateProcessFieldRequest, options?: CallOptions): Promise<UpdateProcessFieldResponse>;

  /**
   * Updates, in the background, every process that matches the filters and that the caller may see and update. Each process is updated as by updateProcessField, with the permissions the caller has at that time. A process that cannot be updated is reported and does not stop the others.
   *
   * `POST /v1/process/bulkUpdateProcesses`, an extension of the documented interface. Needs a role that grants `process.update`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1230 (400), 1231 (400), 1232 (400)
   */
  bulkUpdateProcesses(request: BulkUpdateProcessesRequest, options?: CallOptions): Promise<BulkUpdateProcessesResponse>;

  /**
   * Stops a bulk operation after the current batch. Processes that were already updated keep their new values, and runs that were started go on. A bulk operation that has ended is not affected. Only the user who requested it and the administrator may call this.
   *
   * `POST /v1/process/cancelBulkOperation`, an extension of the documented interface. Needs a role that grants `process.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1207 (403)
   */
  cancelBulkOperation(request: CancelBulkOperationRequest, options?: CallOptions): Promise<CancelBulkOperationResponse>;

  /**
   * Counts the processes that match the filters and that the caller may see, for each state, priority, stage or value of a field. The counts are exact and of one instant.
   *
   * `GET /v1/process/countProcesses`, an extension of the documented interface. Needs a role that grants `process.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403), 1230 (400), 1231 (400), 1232 (400)
   */
  countProcesses(request: CountProcessesRequest, options?: CallOptions): Promise<CountProcessesResponse>;

  /**
   * Creates a process in the initial state of its sub-project.
   *
   * `POST /v1/process/createProcess`, an extension of the documented interface. Needs a role that grants `process.create`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1222 (500), 1223 (409), 1231 (400), 1232 (400)
   */
  createProcess(request: CreateProcessRequest, options?: CallOptions): Promise<CreateProcessResponse>;

  /**
   * Erases a process with its runs, tasks, messages, comments and the files that no other process has. The audit log keeps who did what and when, without the values, and a row that says who deleted the process and why. It cannot be undone. Send If-Match with a version to delete only what you have seen.
   *
   * `POST /v1/process/deleteProcess`, an extension of the documented interface. Needs a role that grants `process.delete`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1008 (412), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1210 (403), 1221 (404), 1232 (400), 1712 (423)
   */
  deleteProcess(request: DeleteProcessRequest, options?: CallOptions): Promise<DeleteProcessResponse>;

  /**
   * Deletes one of the caller's own views, or a shared one that the caller may change.
   *
   * `POST /v1/process/views/deleteView`, an extension of the documented interface. Needs a role that grants `process.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1207 (403)
   */
  deleteView(request: DeleteViewRequest, options?: CallOptions): Promise<DeleteViewResponse>;

  /**
   * Streams every process that matches the filters and that the caller may see, newest first, with the fields the caller may see. In CSV, text that a spreadsheet would evaluate as a formula is prefixed with an apostrophe (OWASP: CSV injection).
   *
   * `GET /v1/process/exportProcesses`, an extension of the documented interface. Needs a role that grants `process.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403), 1230 (400), 1231 (400), 1232 (400)
   */
  exportProcesses(request: ExportProcessesRequest, options?: CallOptions): Promise<ExportProcessesResponse>;

  /**
   * Returns the progress of a bulk operation and a page of the processes that rejected it (the first 10,000 are kept). Only the user who requested it and the administrator may call this.
   *
   * `GET /v1/process/getBulkOperation`, an extension of the documented interface. Needs a role that grants `process.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403)
   */
  getBulkOperation(request: GetBulkOperationRequest, options?: CallOptions): Promise<GetBulkOperationResponse>;

  /**
   * Lists the caller's bulk operations, newest first; for the administrator, those of everybody.
   *
   * `GET /v1/process/getBulkOperations`, an extension of the documented interface. Needs a role that grants `process.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403)
   */
  getBulkOperations(request: GetBulkOperationsRequest, options?: CallOptions): Promise<GetBulkOperationsResponse>;

  /**
   * Lists the caller's own views of a list, and those that are shared with one of the caller's roles or with every member.
   *
   * `GET /v1/process/views/getViews`, an extension of the documented interface. Needs a role that grants `process.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403)
   */
  getViews(request: GetViewsRequest, options?: CallOptions): Promise<GetViewsResponse>;

  /**
   * Creates a process for each row of CSV or JSON lines, as createProcess does. If a row is not valid, no process is created. With dryRun, nothing is saved and the answer lists the lines that are not valid.
   *
   * `POST /v1/process/importProcesses`, an extension of the documented interface. Needs a role that grants `process.create`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1222 (500), 1223 (409), 1231 (400), 1232 (400)
   */
  importProcesses(request: ImportProcessesRequest, options?: CallOptions): Promise<ImportProcessesResponse>;

  /**
   * Saves a view of a list, or replaces one that exists. A person has 100 views of a kind at most. Views are shared by roles that manage members or may update every field, and by the administrator. Whoever has a shared view sees with it what they may see anyway.
   *
   * `POST /v1/process/views/saveView`, an extension of the documented interface. Needs a role that grants `process.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1207 (403), 1230 (400), 1231 (400), 1232 (400)
   */
  saveView(request: SaveViewRequest, options?: CallOptions): Promise<SaveViewResponse>;

  /**
   * Finds processes by the words in their searched fields, files and tasks by their names, comments by their texts, and all of them by the beginning of their id: what the lists of these show the caller, the newest first. Every word of the query must begin a word of the hit, without regard to case and accents.
   *
   * `GET /v1/search`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400)
   */
  search(request: SearchRequest, options?: CallOptions): Promise<SearchResponse>;

  /**
   * Lists the values of a searched field that begin with a prefix, without regard to case and accents, the most frequent first. Only processes on which the caller reads the field are counted.
   *
   * `GET /v1/suggest`, an extension of the documented interface. Needs a role that grants `process.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403), 1231 (400)
   */
  suggest(request: SuggestRequest, options?: CallOptions): Promise<SuggestResponse>;

  /**
   * Adds a comment to a process, optionally about one of its tasks or runs, or as a reply. Everybody who sees the process and may read comments sees it.
   *
   * `POST /v1/process/comments/addComment`, an extension of the documented interface. Needs a role that grants `comment.write`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1210 (403), 1221 (404), 1232 (400), 1704 (404)
   */
  addComment(request: AddCommentRequest, options?: CallOptions): Promise<AddCommentResponse>;

  /**
   * Deletes the text of a comment, with its earlier texts, for good. That there was a comment, and who deleted it, stays. Its author and the administrator may do it. Files of the comment stay attached to the process.
   *
   * `POST /v1/process/comments/deleteComment`, an extension of the documented interface. Needs a role that grants `comment.write`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1008 (412), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1210 (403)
   */
  deleteComment(request: DeleteCommentRequest, options?: CallOptions): Promise<DeleteCommentResponse>;

  /**
   * Lists the comments of a process, newest first. Deleted ones are shown without their text. A page ends sooner when its texts have more than 4 MiB; earlier texts are shown up to 4 MiB for each page.
   *
   * `GET /v1/process/comments/getComments`, an extension of the documented interface. Needs a role that grants `comment.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1210 (403), 1221 (404)
   */
  getComments(request: GetCommentsRequest, options?: CallOptions): Promise<GetCommentsResponse>;

  /**
   * Lists changes, comments, decisions, runs, tasks and files of a process, newest first. Comments need the right comment.read, runs, tasks and decisions workflow.read, and files file.read; kinds that the caller may not read are left out. Of changes the fields that the caller may not see are left out.
   *
   * `GET /v1/process/getProcessActivity`, an extension of the documented interface. Needs a role that grants `process.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403), 1210 (403), 1221 (404)
   */
  getProcessActivity(request: GetProcessActivityRequest, options?: CallOptions): Promise<GetProcessActivityResponse>;

  /**
   * Changes the text of a comment of the caller. The earlier text stays: getComments shows it with include=versions. Send If-Match with a version to change only what you have seen.
   *
   * `POST /v1/process/comments/updateComment`, an extension of the documented interface. Needs a role that grants `comment.write`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1008 (412), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1210 (403), 1232 (400)
   */
  updateComment(request: UpdateCommentRequest, options?: CallOptions): Promise<UpdateCommentResponse>;

  /**
   * Starts a run on a process and advances it until it has to wait or ends.
   *
   * `POST /v1/process/workflows/executeWorkflow`. Needs a role that grants `workflow.call`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403), 1239 (404)
   */
  executeWorkflow(request: ExecuteWorkflowRequest, options?: CallOptions): Promise<ExecuteWorkflowResponse>;

  /**
   * Lists runs, newest first, optionally of one process, stage or workflow, or a single run. Extension: also by state, open incidents, active element, version and times; all conditions must be true.
   *
   * `GET /v1/process/getWorkflowRuns`. Needs a role that grants `workflow.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  getWorkflowRuns(request: GetWorkflowRunsRequest, options?: CallOptions): Promise<GetWorkflowRunsResponse>;

  /**
   * Lists the workflows that are configured for the sub-project, optionally only those of some stages.
   *
   * `GET /v1/process/getWorkflows`. Needs a role that grants `workflow.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  getWorkflows(request: GetWorkflowsRequest, options?: CallOptions): Promise<GetWorkflowsResponse>;

  /**
   * Completes the open human task of a paused run with a decision. On a task that several persons decide, the decision is the vote of the caller, and `comment` its reason.
   *
   * `POST /v1/process/workflows/resumeWorkflowRunsApi`. Needs a role that grants `workflow.call`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403), 1232 (400)
   */
  resumeWorkflowRunsApi(request: ResumeWorkflowRunsApiRequest, options?: CallOptions): Promise<ResumeWorkflowRunsApiResponse>;

  /**
   * Delivers a signal to every run of the sub-project that waits for it.
   *
   * `POST /v1/process/workflows/broadcastSignal`, an extension of the documented interface. Needs a role that grants `workflow.call`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  broadcastSignal(request: BroadcastSignalRequest, options?: CallOptions): Promise<BroadcastSignalResponse>;

  /**
   * Starts, in the background, one run on every process that matches the filters and that the caller may see and execute the workflow on. Each run is started as by executeWorkflow, with the permissions the caller has at that time. A process on which no run can be started is reported and does not stop the others.
   *
   * `POST /v1/process/workflows/bulkExecuteWorkflow`, an extension of the documented interface. Needs a role that grants `workflow.call`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1230 (400), 1231 (400), 1232 (400)
   */
  bulkExecuteWorkflow(request: BulkExecuteWorkflowRequest, options?: CallOptions): Promise<BulkExecuteWorkflowResponse>;

  /**
   * Returns the BPMN file of a workflow, exactly as deployed: the current version, or the version that a run follows.
   *
   * `GET /v1/process/workflows/getWorkflowDiagram`, an extension of the documented interface. Needs a role that grants `workflow.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  getWorkflowDiagram(request: GetWorkflowDiagramRequest, options?: CallOptions): Promise<GetWorkflowDiagramResponse>;

  /**
   * Delivers a message, by name and correlation key, to the run that waits for it, or starts a workflow that begins with this message. Otherwise the message is kept for timeToLive.
   *
   * `POST /v1/process/workflows/publishMessage`, an extension of the documented interface. Needs a role that grants `workflow.call`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  publishMessage(request: PublishMessageRequest, options?: CallOptions): Promise<PublishMessageResponse>;

  /**
   * Assigns an open task to a user who can see and complete it. The assignee, a candidate of an unassigned task and operators may do this.
   *
   * `POST /v1/process/workflows/assignTask`, an extension of the documented interface. Needs a role that grants `workflow.call`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403), 1232 (400)
   */
  assignTask(request: AssignTaskRequest, options?: CallOptions): Promise<AssignTaskResponse>;

  /**
   * Casts the vote of the caller on a task that several persons decide (`millrace:approval` in the diagram). Each person has one vote, which does not change. The task closes when the votes are enough, or can no longer be. Who may vote, also by the rules of separation, is judged with every vote while the run is locked; explainApproval tells why somebody may not. Operators and administrators vote only as candidates.
   *
   * `POST /v1/process/workflows/castVote`, an extension of the documented interface. Needs a role that grants `workflow.call`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403), 1232 (400)
   */
  castVote(request: CastVoteRequest, options?: CallOptions): Promise<CastVoteResponse>;

  /**
   * Assigns an open task to the caller, who must be a candidate for it. If several callers claim it at the same time, one succeeds and the others get 1009.
   *
   * `POST /v1/process/workflows/claimTask`, an extension of the documented interface. Needs a role that grants `workflow.call`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403)
   */
  claimTask(request: ClaimTaskRequest, options?: CallOptions): Promise<ClaimTaskResponse>;

  /**
   * Completes up to 200 open tasks with the same decision, each by itself: a task that is refused keeps no other from being completed, and its error is its result. On a task that several persons decide, the decision is the vote of the caller. Send an Idempotency-Key: then a request that is repeated completes nothing twice and gives the same results, also when it broke off before.
   *
   * `POST /v1/process/workflows/decideTasks`, an extension of the documented interface. Needs a role that grants `workflow.call`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  decideTasks(request: DecideTasksRequest, options?: CallOptions): Promise<DecideTasksResponse>;

  /**
   * Deletes what the caller has typed into a form. Nothing happens if there is no such draft. A token with scopes may not.
   *
   * `POST /v1/users/deleteDraft`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  deleteDraft(request: DeleteDraftRequest, options?: CallOptions): Promise<DeleteDraftResponse>;

  /**
   * Tells whether a person may vote on a task that several persons decide and, if not, every reason: the roles, the row filter, the candidates, separation of duty. Judged as castVote judges. Asking about another member needs a role with `operate` or `members`; whether a rule on fields that the caller does not read excludes another member is not told.
   *
   * `GET /v1/process/workflows/explainApproval`, an extension of the documented interface. Needs a role that grants `workflow.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1009 (409), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1210 (403)
   */
  explainApproval(request: ExplainApprovalRequest, options?: CallOptions): Promise<ExplainApprovalResponse>;

  /**
   * Returns a task that several persons decide with its votes, how many approvals are still needed, who can still vote, and which candidates the rules of separation exclude, with the reasons. About others, rules on fields of the process that the caller does not read are left out. Looks at 1000 persons at most.
   *
   * `GET /v1/process/workflows/getApprovalStatus`, an extension of the documented interface. Needs a role that grants `workflow.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1009 (409), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1210 (403)
   */
  getApprovalStatus(request: GetApprovalStatusRequest, options?: CallOptions): Promise<GetApprovalStatusResponse>;

  /**
   * Returns what the caller has typed into a form and not sent yet. A token with scopes may not.
   *
   * `GET /v1/users/getDraft`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getDraft(request: GetDraftRequest, options?: CallOptions): Promise<GetDraftResponse>;

  /**
   * Lists open tasks that are assigned to people who are disabled, by priority and age: somebody else has to take them over. An operator completes them, or releases them with releaseTask so that others may claim them.
   *
   * `GET /v1/process/workflows/getHandover`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  getHandover(request: GetHandoverRequest, options?: CallOptions): Promise<GetHandoverResponse>;

  /**
   * Lists the tasks of the caller in all sub-projects, each with what it is about and what the caller may do with it: tasks assigned to the caller, tasks the caller may claim, or tasks the caller completed. It looks at the first 200 sub-projects of the caller by name.
   *
   * `GET /v1/process/workflows/getInbox`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400)
   */
  getInbox(request?: GetInboxRequest, options?: CallOptions): Promise<GetInboxResponse>;

  /**
   * Returns a task with all that a decision needs: its form, the process with the fields that the caller sees, its files, earlier decisions of the run, why the caller is asked, and what the caller may do.
   *
   * `GET /v1/process/workflows/getTask`, an extension of the documented interface. Needs a role that grants `workflow.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1210 (403)
   */
  getTask(request: GetTaskRequest, options?: CallOptions): Promise<GetTaskResponse>;

  /**
   * Lists human tasks by priority and age: tasks assigned to the caller, tasks the caller may claim, or all tasks the caller may see.
   *
   * `GET /v1/process/workflows/getTasks`, an extension of the documented interface. Needs a role that grants `workflow.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  getTasks(request: GetTasksRequest, options?: CallOptions): Promise<GetTasksResponse>;

  /**
   * Returns what completing a task would do until the run waits again: changes of the process, tasks that open, work for the server and for workers, the end of the run. Nothing is changed. What jobs answer later is not known.
   *
   * `POST /v1/process/workflows/previewDecision`, an extension of the documented interface. Needs a role that grants `workflow.call`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403), 1232 (400)
   */
  previewDecision(request: PreviewDecisionRequest, options?: CallOptions): Promise<PreviewDecisionResponse>;

  /**
   * Removes the assignee of a claimed task, so that its candidates can claim it.
   *
   * `POST /v1/process/workflows/releaseTask`, an extension of the documented interface. Needs a role that grants `workflow.call`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403)
   */
  releaseTask(request: ReleaseTaskRequest, options?: CallOptions): Promise<ReleaseTaskResponse>;

  /**
   * Keeps what the caller has typed into a form, for all devices of the caller: at most 256 kB, at most 200 drafts of a person, for 90 days after the last save. A draft of a task ends with the task. If another device saved meanwhile, the answer is 1009: read the draft, and save with its version. A token with scopes may not.
   *
   * `POST /v1/users/saveDraft`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403), 1232 (400)
   */
  saveDraft(request: SaveDraftRequest, options?: CallOptions): Promise<SaveDraftResponse>;

  /**
   * Changes when an open task is due or to be followed up, or its priority. Its assignee and operators may do this. Members that are left out stay as they are.
   *
   * `POST /v1/process/workflows/updateTask`, an extension of the documented interface. Needs a role that grants `workflow.call`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1210 (403)
   */
  updateTask(request: UpdateTaskRequest, options?: CallOptions): Promise<UpdateTaskResponse>;

  /**
   * Evaluates a decision with the values of the request. Nothing is stored or counted. When there is no result, failure says why.
   *
   * `POST /v1/process/decisions/evaluateDecision`, an extension of the documented interface. Needs a role that grants `workflow.call`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  evaluateDecision(request: EvaluateDecisionRequest, options?: CallOptions): Promise<EvaluateDecisionResponse>;

  /**
   * Counts, for each rule of a DMN file, how often it applied in runs. Rules that never applied may be missing inputs or dead.
   *
   * `GET /v1/process/decisions/getDecisionCoverage`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  getDecisionCoverage(request: GetDecisionCoverageRequest, options?: CallOptions): Promise<GetDecisionCoverageResponse>;

  /**
   * Returns a DMN file exactly as deployed: the current version, or an earlier one.
   *
   * `GET /v1/process/decisions/getDecisionDiagram`, an extension of the documented interface. Needs a role that grants `workflow.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  getDecisionDiagram(request: GetDecisionDiagramRequest, options?: CallOptions): Promise<GetDecisionDiagramResponse>;

  /**
   * Lists the decisions of the DMN files of the current configuration, in the order of the document and of the files.
   *
   * `GET /v1/process/decisions/getDecisions`, an extension of the documented interface. Needs a role that grants `workflow.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  getDecisions(request: GetDecisionsRequest, options?: CallOptions): Promise<GetDecisionsResponse>;

  /**
   * Evaluates a changed DMN file with the inputs of the latest evaluations of a decision by runs, and lists those that would come out differently. Only processes of which the caller reads every field are compared, because the file may use any of them. Nothing is changed.
   *
   * `POST /v1/process/decisions/simulateDecision`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403), 1232 (400)
   */
  simulateDecision(request: SimulateDecisionRequest, options?: CallOptions): Promise<SimulateDecisionResponse>;

  /**
   * Verifies that the file is in the storage and unlocks it. Closing a closed file returns the same answer.
   *
   * `POST /v1/process/knowledges/closeSignedStorage`. Needs a role that grants `file.create`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1704 (404), 1709 (502), 1715 (409), 1720 (507)
   */
  closeSignedStorage(request: CloseSignedStorageRequest, options?: CallOptions): Promise<CloseSignedStorageResponse>;

  /**
   * Reserves a file and returns the signed form with which to upload it straight to the object storage.
   *
   * `POST /v1/process/knowledges/createSignedStorage`. Needs a role that grants `file.create`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1704 (404), 1709 (502), 1720 (507), 1721 (413)
   */
  createSignedStorage(request: CreateSignedStorageRequest, options?: CallOptions): Promise<CreateSignedStorageResponse>;

  /**
   * Deletes files, or recovers deleted files. Either all files are changed or none; repeating the request has no further effect.
   *
   * `POST /v1/process/knowledges/deleteStorage`. Needs a role that grants `file.delete`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1704 (404), 1712 (423)
   */
  deleteStorage(request: DeleteStorageRequest, options?: CallOptions): Promise<DeleteStorageResponse>;

  /**
   * Lists the files of a sub-project, newest first.
   *
   * `GET /v1/process/knowledges/listStorage`. Needs a role that grants `file.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  listStorage(request: ListStorageRequest, options?: CallOptions): Promise<ListStorageResponse>;

  /**
   * Returns a temporary pre-signed address, valid without a bearer token until it expires.
   *
   * `POST /v1/process/knowledges/urlStorage`. Needs a role that grants `file.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1210 (403), 1704 (404), 1709 (502), 1722 (423)
   */
  urlStorage(request: UrlStorageRequest, options?: CallOptions): Promise<UrlStorageResponse>;

  /**
   * Ends an open upload and deletes the file and the uploaded parts.
   *
   * `POST /v1/process/knowledges/abortMultipartStorage`, an extension of the documented interface. Needs a role that grants `file.create`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1704 (404), 1712 (423), 1715 (409)
   */
  abortMultipartStorage(request: AbortMultipartStorageRequest, options?: CallOptions): Promise<AbortMultipartStorageResponse>;

  /**
   * Attaches a closed file that the caller sees, or has uploaded, to a process. Everybody who sees the process sees it then. Attaching it again changes nothing.
   *
   * `POST /v1/process/knowledges/attachFile`, an extension of the documented interface. Needs a role that grants `file.create`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1210 (403), 1221 (404), 1704 (404)
   */
  attachFile(request: AttachFileRequest, options?: CallOptions): Promise<AttachFileResponse>;

  /**
   * Joins the uploaded parts, verifies the file as closeSignedStorage does and unlocks it. Completing a completed upload returns the same answer.
   *
   * `POST /v1/process/knowledges/completeMultipartStorage`, an extension of the documented interface. Needs a role that grants `file.create`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1704 (404), 1709 (502), 1715 (409), 1720 (507)
   */
  completeMultipartStorage(request: CompleteMultipartStorageRequest, options?: CallOptions): Promise<CompleteMultipartStorageResponse>;

  /**
   * Reserves a file that is uploaded in parts straight to the object storage. Use it for large files and unreliable networks: parts are signed with signStorageParts and can be sent in any order, repeated, and continued after a pause.
   *
   * `POST /v1/process/knowledges/createMultipartStorage`, an extension of the documented interface. Needs a role that grants `file.create`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1709 (502), 1720 (507), 1721 (413)
   */
  createMultipartStorage(request: CreateMultipartStorageRequest, options?: CallOptions): Promise<CreateMultipartStorageResponse>;

  /**
   * Takes a file from a process without deleting it. A file that no process has any more is seen by who uploaded it, and by the administrator. While a field of the process that the caller reads names the file it is refused (1009): clear the field first.
   *
   * `POST /v1/process/knowledges/detachFile`, an extension of the documented interface. Needs a role that grants `file.create`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1210 (403), 1221 (404), 1704 (404), 1712 (423)
   */
  detachFile(request: DetachFileRequest, options?: CallOptions): Promise<DetachFileResponse>;

  /**
   * Gives a closed file that the caller sees another name. Downloads have the new name at once.
   *
   * `POST /v1/process/knowledges/renameFile`, an extension of the documented interface. Needs a role that grants `file.create`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1704 (404), 1712 (423)
   */
  renameFile(request: RenameFileRequest, options?: CallOptions): Promise<RenameFileResponse>;

  /**
   * Returns a temporary address for each requested part, to which the part is sent by PUT, and lists the parts that are already uploaded. To continue an interrupted upload, call it without partNumbers.
   *
   * `POST /v1/process/knowledges/signStorageParts`, an extension of the documented interface. Needs a role that grants `file.create`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1704 (404), 1709 (502), 1715 (409), 1720 (507)
   */
  signStorageParts(request: SignStoragePartsRequest, options?: CallOptions): Promise<SignStoragePartsResponse>;

  /**
   * Leases open jobs of one type to a worker. Without an open job, it waits up to requestTimeout milliseconds for one (long polling).
   *
   * `POST /v1/process/workflows/activateJobs`, an extension of the documented interface. Needs a role that grants `job.work`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  activateJobs(request: ActivateJobsRequest, options?: CallOptions): Promise<ActivateJobsResponse>;

  /**
   * Completes an activated job and advances its run. Rejected with 1009, without any effect, when the token is not the current one.
   *
   * `POST /v1/process/workflows/completeJob`, an extension of the documented interface. Needs a role that grants `job.work`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  completeJob(request: CompleteJobRequest, options?: CallOptions): Promise<CompleteJobResponse>;

  /**
   * Extends the lease of an activated job. Rejected with 1009, without any effect, when the token is not the current one.
   *
   * `POST /v1/process/workflows/extendJobLease`, an extension of the documented interface. Needs a role that grants `job.work`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  extendJobLease(request: ExtendJobLeaseRequest, options?: CallOptions): Promise<ExtendJobLeaseResponse>;

  /**
   * Reports a failed attempt. When no retries are left, the run gets an incident. Rejected with 1009, without any effect, when the token is not the current one.
   *
   * `POST /v1/process/workflows/failJob`, an extension of the documented interface. Needs a role that grants `job.work`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  failJob(request: FailJobRequest, options?: CallOptions): Promise<FailJobResponse>;

  /**
   * Ends the job with a BPMN error, which a boundary event of the diagram can catch. An uncaught error raises an incident. Rejected with 1009, without any effect, when the token is not the current one.
   *
   * `POST /v1/process/workflows/throwJobError`, an extension of the documented interface. Needs a role that grants `job.work`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  throwJobError(request: ThrowJobErrorRequest, options?: CallOptions): Promise<ThrowJobErrorResponse>;

  /**
   * Makes a webhook: events of the sub-project are sent to a URL from now on, signed as Standard Webhooks says. It belongs to the caller: its roles decide, when an event is sent, whether it is sent and with which fields. Only this answer contains the secret.
   *
   * `POST /v1/process/events/createEventSubscription`, an extension of the documented interface. Needs a role that grants `event.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1231 (400), 1232 (400)
   */
  createEventSubscription(request: CreateEventSubscriptionRequest, options?: CallOptions): Promise<CreateEventSubscriptionResponse>;

  /**
   * Creates a ticket with which a browser opens streamEvents, because EventSource cannot send an Authorization header. A ticket is good for one stream of the sub-project, within 30 seconds. The stream ends with the token that asked for the ticket.
   *
   * `POST /v1/process/events/createStreamTicket`, an extension of the documented interface. Needs a role that grants `event.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  createStreamTicket(request: CreateStreamTicketRequest, options?: CallOptions): Promise<CreateStreamTicketResponse>;

  /**
   * Deletes a subscription with its secrets and its deliveries. Requests under way are finished.
   *
   * `POST /v1/process/events/deleteEventSubscription`, an extension of the documented interface. Needs a role that grants `event.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  deleteEventSubscription(request: DeleteEventSubscriptionRequest, options?: CallOptions): Promise<DeleteEventSubscriptionResponse>;

  /**
   * Lists what became of the events of a subscription, the latest event first. Those that were delivered or skipped are kept for seven days, the others as long as the log keeps the event.
   *
   * `GET /v1/process/events/deliveries`, an extension of the documented interface. Needs a role that grants `event.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1232 (400)
   */
  getDeliveries(request: GetDeliveriesRequest, options?: CallOptions): Promise<GetDeliveriesResponse>;

  /**
   * Lists the event subscriptions of the caller in a sub-project, newest first; for the administrator, those of everybody.
   *
   * `GET /v1/process/events/subscriptions`, an extension of the documented interface. Needs a role that grants `event.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  getEventSubscriptions(request: GetEventSubscriptionsRequest, options?: CallOptions): Promise<GetEventSubscriptionsResponse>;

  /**
   * Lists the types of events with the JSON Schema of their data.
   *
   * `GET /v1/process/events/types`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1232 (400)
   */
  getEventTypes(request?: GetEventTypesRequest, options?: CallOptions): Promise<GetEventTypesResponse>;

  /**
   * Returns the events after a position, oldest first, as far as the role of the caller may see them. Send `next` of the answer as `afterPosition` of the next request. With waitSeconds, it waits for an event when there is none (long polling).
   *
   * `GET /v1/process/events`, an extension of the documented interface. Needs a role that grants `event.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1221 (404), 1232 (400)
   */
  getEvents(request: GetEventsRequest, options?: CallOptions): Promise<GetEventsResponse>;

  /**
   * Sends events of the log to one subscription again, also those that were delivered, with `replay: true` and the webhook-id of the first time. Events that wait or are dead are left to retryDeliveries. New events are sent at the same time.
   *
   * `POST /v1/process/events/replayEvents`, an extension of the documented interface. Needs a role that grants `event.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1232 (400)
   */
  replayEvents(request: ReplayEventsRequest, options?: CallOptions): Promise<ReplayEventsResponse>;

  /**
   * Makes deliveries due now that wait for a later attempt or are dead: those that are named, or those that match. Deliveries that were delivered or skipped are sent again by replayEvents.
   *
   * `POST /v1/process/events/retryDeliveries`, an extension of the documented interface. Needs a role that grants `event.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1232 (400)
   */
  retryDeliveries(request: RetryDeliveriesRequest, options?: CallOptions): Promise<RetryDeliveriesResponse>;

  /**
   * Returns, once, the signing secret of a subscription that the administrator made for the caller. Later requests are refused: rotateSubscriptionSecret makes another one.
   *
   * `POST /v1/process/events/revealSubscriptionSecret`, an extension of the documented interface. Needs a role that grants `event.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  revealSubscriptionSecret(request: RevealSubscriptionSecretRequest, options?: CallOptions): Promise<RevealSubscriptionSecretResponse>;

  /**
   * Makes a new signing secret. For overlapSeconds, requests carry a signature with the old one too, so that no event is refused while the receiver changes over.
   *
   * `POST /v1/process/events/rotateSubscriptionSecret`, an extension of the documented interface. Needs a role that grants `event.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  rotateSubscriptionSecret(request: RotateSubscriptionSecretRequest, options?: CallOptions): Promise<RotateSubscriptionSecretResponse>;

  /**
   * Gives a delivery up that waits or is dead. With ordering "process", the next event of the process is sent then.
   *
   * `POST /v1/process/events/skipDelivery`, an extension of the documented interface. Needs a role that grants `event.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  skipDelivery(request: SkipDeliveryRequest, options?: CallOptions): Promise<SkipDeliveryResponse>;

  /**
   * Sends events as they happen, as server-sent events (WHATWG): `id` is the position, `event` the type, `data` the event as JSON. A client that reconnects with Last-Event-ID gets every event after that position. `reset` says that events after it were deleted; `end` says why the server ends the stream. A comment is sent every 15 seconds.
   *
   * `GET /v1/process/events/stream`, an extension of the documented interface. Needs a role that grants `event.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1221 (404), 1232 (400)
   */
  streamEvents(request: StreamEventsRequest, options?: CallOptions): Promise<StreamEventsResponse>;

  /**
   * Sends an event of the type webhook.test to the receiver now, with the same signatures and limits as other events, and answers with what came back. The receiver is given 30 seconds.
   *
   * `POST /v1/process/events/testEventSubscription`, an extension of the documented interface. Needs a role that grants `event.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  testEventSubscription(request: TestEventSubscriptionRequest, options?: CallOptions): Promise<TestEventSubscriptionResponse>;

  /**
   * Changes the settings that are sent, or pauses and resumes it. Resuming goes on where it stopped.
   *
   * `POST /v1/process/events/updateEventSubscription`, an extension of the documented interface. Needs a role that grants `event.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1231 (400), 1232 (400)
   */
  updateEventSubscription(request: UpdateEventSubscriptionRequest, options?: CallOptions): Promise<UpdateEventSubscriptionResponse>;

  /**
   * Creates an address where another service delivers events. A signed delivery creates a process, publishes a message, or both, in one transaction and once for each delivery id. It acts with the roles of one user. The secret is shown once.
   *
   * `POST /v1/process/hooks/createInboundHook`, an extension of the documented interface. Needs a role that grants `hook.manage`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1206 (403), 1232 (400)
   */
  createInboundHook(request: CreateInboundHookRequest, options?: CallOptions): Promise<CreateInboundHookResponse>;

  /**
   * Deletes a hook with its receipts. Deliveries to its address are refused from then on.
   *
   * `POST /v1/process/hooks/deleteInboundHook`, an extension of the documented interface. Needs a role that grants `hook.manage`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403)
   */
  deleteInboundHook(request: DeleteInboundHookRequest, options?: CallOptions): Promise<DeleteInboundHookResponse>;

  /**
   * Deletes a secret. Jobs that name it become incidents from then on. `usedBy` of getSecrets tells which elements name it.
   *
   * `POST /v1/process/secrets/deleteSecret`, an extension of the documented interface. Needs a role that grants `secret.manage`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403)
   */
  deleteSecret(request: DeleteSecretRequest, options?: CallOptions): Promise<DeleteSecretResponse>;

  /**
   * Lists the inbound hooks of a sub-project by name, without their secrets.
   *
   * `GET /v1/process/hooks`, an extension of the documented interface. Needs a role that grants `hook.manage`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  getInboundHooks(request: GetInboundHooksRequest, options?: CallOptions): Promise<GetInboundHooksResponse>;

  /**
   * Lists what became of the deliveries of a hook, newest first. Accepted ones are kept for 30 days, ignored and failed ones for 7 days, and a sample of those that were refused for a day.
   *
   * `GET /v1/process/hooks/receipts`, an extension of the documented interface. Needs a role that grants `hook.manage`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  getInboundReceipts(request: GetInboundReceiptsRequest, options?: CallOptions): Promise<GetInboundReceiptsResponse>;

  /**
   * Lists the secrets of a sub-project by name, with where they are used. Values are never returned.
   *
   * `GET /v1/process/secrets`, an extension of the documented interface. Needs a role that grants `secret.manage`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  getSecrets(request: GetSecretsRequest, options?: CallOptions): Promise<GetSecretsResponse>;

  /**
   * Gives a hook a new secret, which is shown once, or the one that the sender has. The old one is accepted for overlapSeconds. Only the administrator and the user whose roles apply may do this.
   *
   * `POST /v1/process/hooks/rotateInboundHookSecret`, an extension of the documented interface. Needs a role that grants `hook.manage`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1232 (400)
   */
  rotateInboundHookSecret(request: RotateInboundHookSecretRequest, options?: CallOptions): Promise<RotateInboundHookSecretResponse>;

  /**
   * Creates a secret or replaces its value and, if `hosts` is sent, its hosts. Diagrams name it as `{{secrets.<name>}}` in jobs of the types `http` and `io.camunda:http-json:1`. No operation returns the value. Jobs use a new value from their next attempt on.
   *
   * `POST /v1/process/secrets/setSecret`, an extension of the documented interface. Needs a role that grants `secret.manage`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1232 (400)
   */
  setSecret(request: SetSecretRequest, options?: CallOptions): Promise<SetSecretResponse>;

  /**
   * Says what a delivery with this body would do, and changes nothing. The signature is not checked. Only the administrator and the user whose roles apply may do this.
   *
   * `POST /v1/process/hooks/testInboundHook`, an extension of the documented interface. Needs a role that grants `hook.manage`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403)
   */
  testInboundHook(request: TestInboundHookRequest, options?: CallOptions): Promise<TestInboundHookResponse>;

  /**
   * Replaces the members that are given. Only the administrator and the user whose roles apply may change a hook.
   *
   * `POST /v1/process/hooks/updateInboundHook`, an extension of the documented interface. Needs a role that grants `hook.manage`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1232 (400)
   */
  updateInboundHook(request: UpdateInboundHookRequest, options?: CallOptions): Promise<UpdateInboundHookResponse>;

  /**
   * Activates elements of an ad-hoc sub-process that is open in a run, each with variables of its own.
   *
   * `POST /v1/process/workflows/activateElements`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  activateElements(request: ActivateElementsRequest, options?: CallOptions): Promise<ActivateElementsResponse>;

  /**
   * Ends a run with its open tasks, jobs and timers.
   *
   * `POST /v1/process/workflows/cancelWorkflowRun`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  cancelWorkflowRun(request: CancelWorkflowRunRequest, options?: CallOptions): Promise<CancelWorkflowRunResponse>;

  /**
   * Groups incidents by workflow and fingerprint: kind, element and the part of the message that does not change. Largest groups first, at most 200; of more than 20,000 incidents the newest 20,000 are grouped.
   *
   * `GET /v1/process/workflows/getIncidentGroups`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  getIncidentGroups(request: GetIncidentGroupsRequest, options?: CallOptions): Promise<GetIncidentGroupsResponse>;

  /**
   * Lists incidents of runs, newest first; without `state`, the open ones. Send `next` as `after` to get the next page.
   *
   * `GET /v1/process/workflows/getIncidents`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  getIncidents(request: GetIncidentsRequest, options?: CallOptions): Promise<GetIncidentsResponse>;

  /**
   * Lists, in order, each element that was entered, completed or cancelled, with times and variables. It is enough to colour the diagram.
   *
   * `GET /v1/process/workflows/getRunTimeline`, an extension of the documented interface. Needs a role that grants `workflow.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1210 (403)
   */
  getRunTimeline(request: GetRunTimelineRequest, options?: CallOptions): Promise<GetRunTimelineResponse>;

  /**
   * Returns the progress and the results of a comparison that reconcileStorage started.
   *
   * `GET /v1/process/knowledges/getStorageReconciliation`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getStorageReconciliation(request: GetStorageReconciliationRequest, options?: CallOptions): Promise<GetStorageReconciliationResponse>;

  /**
   * Returns how many bytes files and open uploads take, and how much purgeStorage would free.
   *
   * `GET /v1/process/knowledges/getStorageUsage`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1202 (404), 1205 (403)
   */
  getStorageUsage(request?: GetStorageUsageRequest, options?: CallOptions): Promise<GetStorageUsageResponse>;

  /**
   * A self-check: lists unfinished runs that have no job, timer, task or incident left to advance them. A run that is listed is a defect in Millrace. Failed runs are not listed here. A page looks at 10,000 unfinished runs, so it may be empty and still have a next one.
   *
   * `GET /v1/process/workflows/getStuckRuns`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  getStuckRuns(request: GetStuckRunsRequest, options?: CallOptions): Promise<GetStuckRunsResponse>;

  /**
   * Returns a run with its variables, open tasks, jobs, timers, waits and incidents.
   *
   * `GET /v1/process/workflows/getWorkflowRun`, an extension of the documented interface. Needs a role that grants `workflow.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1210 (403)
   */
  getWorkflowRun(request: GetWorkflowRunRequest, options?: CallOptions): Promise<GetWorkflowRunResponse>;

  /**
   * Moves a run to another version of its workflow. Rejected, with the reasons, when the run cannot continue in that version.
   *
   * `POST /v1/process/workflows/migrateRun`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  migrateRun(request: MigrateRunRequest, options?: CallOptions): Promise<MigrateRunResponse>;

  /**
   * Activates elements of a run, terminates element instances and moves them, all together or not at all. With dryRun, the answer says what would change, and nothing does.
   *
   * `POST /v1/process/workflows/modifyRun`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  modifyRun(request: ModifyRunRequest, options?: CallOptions): Promise<ModifyRunResponse>;

  /**
   * Cancels an element instance and activates another element of the same scope instead.
   *
   * `POST /v1/process/workflows/moveToken`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  moveToken(request: MoveTokenRequest, options?: CallOptions): Promise<MoveTokenResponse>;

  /**
   * Frees space: purges files that are deleted, although they could still be recovered. Purged files cannot be recovered. A request purges up to 1000 files, the ones deleted first; repeat it while hasMore is true. Sub-projects under legal hold are left out.
   *
   * `POST /v1/process/knowledges/purgeStorage`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1202 (404), 1207 (403), 1712 (423)
   */
  purgeStorage(request?: PurgeStorageRequest, options?: CallOptions): Promise<PurgeStorageResponse>;

  /**
   * Starts a comparison of the files with the objects in their stores, in the background. Call getStorageReconciliation for its progress. Without repair, nothing is changed.
   *
   * `POST /v1/process/knowledges/reconcileStorage`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1202 (404), 1207 (403), 1709 (502)
   */
  reconcileStorage(request?: ReconcileStorageRequest, options?: CallOptions): Promise<ReconcileStorageResponse>;

  /**
   * Decides about a file in quarantine: scan sends it to the scanner again, release allows downloads without a verdict of the scanner.
   *
   * `POST /v1/process/knowledges/resolveQuarantine`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1202 (404), 1207 (403), 1704 (404)
   */
  resolveQuarantine(request: ResolveQuarantineRequest, options?: CallOptions): Promise<ResolveQuarantineResponse>;

  /**
   * Resolves an incident by trying again, with more attempts or corrected variables.
   *
   * `POST /v1/process/workflows/retryIncident`, an extension of the documented interface. Needs a role that grants `workflow.operate`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1209 (403)
   */
  retryIncident(request: RetryIncidentRequest, options?: CallOptions): Promise<RetryIncidentResponse>;

  /**
   * Creates an empty sub-project. Deploy a configuration to it before use.
   *
   * `POST /v1/process/projects/createSubProject`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1206 (403)
   */
  createSubProject(request: CreateSubProjectRequest, options?: CallOptions): Promise<CreateSubProjectResponse>;

  /**
   * Validates a configuration document with its BPMN and DMN files, runs the tests of its decisions and makes it the current version of the sub-project. Deploying an unchanged document has no effect. With dryRun, nothing is saved.
   *
   * `POST /v1/process/projects/deploySubProject`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1202 (404), 1207 (403), 1232 (400)
   */
  deploySubProject(request: DeploySubProjectRequest, options?: CallOptions): Promise<DeploySubProjectResponse>;

  /**
   * Explains why a user may or may not call an operation, optionally on a process and with a field. Returns the checks in their order, the roles considered, the check that decided and the error that the operation would answer. Callers may ask about themselves; the administrator and roles that may read the audit log may ask about other users.
   *
   * `GET /v1/process/projects/explainAccess`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1232 (400)
   */
  explainAccess(request: ExplainAccessRequest, options?: CallOptions): Promise<ExplainAccessResponse>;

  /**
   * Lists the people with roles in a sub-project by name, each with where the roles come from: the document or setMemberRoles, directly or through a group, and since when. Also lists the groups that have roles. For roles with `members` or `audit`.
   *
   * `GET /v1/process/projects/getMembers`, an extension of the documented interface. Needs a role that grants `member.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403)
   */
  getMembers(request: GetMembersRequest, options?: CallOptions): Promise<GetMembersResponse>;

  /**
   * Returns a deployed configuration of a sub-project with its BPMN files.
   *
   * `GET /v1/process/projects/getSubProjectConfiguration`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1205 (403)
   */
  getSubProjectConfiguration(request: GetSubProjectConfigurationRequest, options?: CallOptions): Promise<GetSubProjectConfigurationResponse>;

  /**
   * Returns what a form or a list of processes needs to know: the fields with their schemas, the states and their transitions, priorities, stages, limits of files and workflows, with what the roles of the caller allow. Rights of all roles count; on a process fewer may apply, because roles can be limited to stages or rows. Send the ETag of the last answer as If-None-Match: when nothing has changed the answer is 304 without a body.
   *
   * `GET /v1/process/projects/getSubProjectSchema`, an extension of the documented interface. Needs a role that grants `process.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1204 (403), 1205 (403)
   */
  getSubProjectSchema(request: GetSubProjectSchemaRequest, options?: CallOptions): Promise<GetSubProjectSchemaResponse>;

  /**
   * Lists the sub-projects that the caller is a member of, by name. The administrator sees all sub-projects.
   *
   * `GET /v1/process/projects/getSubProjects`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400)
   */
  getSubProjects(request?: GetSubProjectsRequest, options?: CallOptions): Promise<GetSubProjectsResponse>;

  /**
   * Invites a person who has no user yet, by a one-time link that works for 7 days. Who accepts gets a user with these roles. Callers may give the roles that they may give with setMemberRoles, now and when the person accepts. The link is sent by e-mail; if the server sends no e-mail, only administrators may invite (1009), and the answer shows it once. Others than administrators send 50 invitations an hour at most (1003).
   *
   * `POST /v1/process/projects/inviteMember`, an extension of the documented interface. Needs a role that grants `member.manage`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1232 (400)
   */
  inviteMember(request: InviteMemberRequest, options?: CallOptions): Promise<InviteMemberResponse>;

  /**
   * Sets the roles that a person or a group is given in a sub-project, without a deployment. Roles that the document gives must be among them: only a deployment takes those away. Roles through groups are not touched. A later deployment keeps what was given here. Callers other than the administrator need a role with `members`, and may give and take away only the roles that it lists, or, with `members: true`, roles that grant no more than a role of their own.
   *
   * `POST /v1/process/projects/setMemberRoles`, an extension of the documented interface. Needs a role that grants `member.manage`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1207 (403), 1232 (400)
   */
  setMemberRoles(request: SetMemberRolesRequest, options?: CallOptions): Promise<SetMemberRolesResponse>;

  /**
   * Registers an application that may act as people who allow it (OAuth 2, authorization code with PKCE, or device code). Only this answer contains the secret of a confidential one.
   *
   * `POST /v1/users/createApplication`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1206 (403)
   */
  createApplication(request: CreateApplicationRequest, options?: CallOptions): Promise<CreateApplicationResponse>;

  /**
   * Creates client credentials for a user. Only this answer contains the secret.
   *
   * `POST /v1/users/createClient`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1206 (403)
   */
  createClient(request: CreateClientRequest, options?: CallOptions): Promise<CreateClientResponse>;

  /**
   * Creates a group without people. A sub-project gives it roles in its document (`members: [{ group, roles }]`) or with setMemberRoles. If a SCIM client later sends a group of the same name, it is this one.
   *
   * `POST /v1/users/createGroup`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1206 (403)
   */
  createGroup(request: CreateGroupRequest, options?: CallOptions): Promise<CreateGroupResponse>;

  /**
   * Lets people sign in with an OpenID Connect provider. The discovery document of the issuer is read first, so the provider must be reachable. The answer has the addresses to register at the provider. Providers can also be in the settings of the server (`MILLRACE_OIDC_…`).
   *
   * `POST /v1/users/createIdentityProvider`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1020 (502), 1022 (409), 1200 (400), 1206 (403)
   */
  createIdentityProvider(request: CreateIdentityProviderRequest, options?: CallOptions): Promise<CreateIdentityProviderResponse>;

  /**
   * Creates a one-time link with which a person sets a new password within 30 minutes, for you to pass on. Links that were created before for the person end. It is also how a person who was created by createUser gets a first password.
   *
   * `POST /v1/users/createPasswordResetLink`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  createPasswordResetLink(request: CreatePasswordResetLinkRequest, options?: CallOptions): Promise<CreatePasswordResetLinkResponse>;

  /**
   * Creates a token with which an identity provider manages people and groups at `/scim/v2` (SCIM 2.0). Only this answer contains the token. An installation has 20 at most.
   *
   * `POST /v1/users/createScimToken`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1206 (403)
   */
  createScimToken(request: CreateScimTokenRequest, options?: CallOptions): Promise<CreateScimTokenResponse>;

  /**
   * Creates a person or a service account. Roles come from the members of each sub-project.
   *
   * `POST /v1/users/createUser`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1206 (403)
   */
  createUser(request: CreateUserRequest, options?: CallOptions): Promise<CreateUserResponse>;

  /**
   * Deletes an application with everything that people allowed it. All servers refuse its tokens within 2 seconds. The built-in application of the command line cannot be deleted; disable it with updateApplication.
   *
   * `POST /v1/users/deleteApplication`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  deleteApplication(request: DeleteApplicationRequest, options?: CallOptions): Promise<DeleteApplicationResponse>;

  /**
   * Deletes a group. Refused while a sub-project gives it roles, because the people in it would lose them: take the roles away first.
   *
   * `POST /v1/users/deleteGroup`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  deleteGroup(request: DeleteGroupRequest, options?: CallOptions): Promise<DeleteGroupResponse>;

  /**
   * Deletes a provider with the links of its people and the groups that they had from it, and ends the sessions that began there within two seconds. Users stay; people without another way to sign in need a new one, for example an invitation. A provider from the settings of the server is removed there (1009).
   *
   * `POST /v1/users/deleteIdentityProvider`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  deleteIdentityProvider(request: DeleteIdentityProviderRequest, options?: CallOptions): Promise<DeleteIdentityProviderResponse>;

  /**
   * Lists the applications that may act as people, newest first, without their secrets.
   *
   * `GET /v1/users/getApplications`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getApplications(request?: GetApplicationsRequest, options?: CallOptions): Promise<GetApplicationsResponse>;

  /**
   * Lists client credentials, without their secrets.
   *
   * `GET /v1/users/getClients`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getClients(request?: GetClientsRequest, options?: CallOptions): Promise<GetClientsResponse>;

  /**
   * Lists the applications that you allowed to act as you, and what each may do. A token with scopes may not.
   *
   * `GET /v1/users/getConsents`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getConsents(request?: GetConsentsRequest, options?: CallOptions): Promise<GetConsentsResponse>;

  /**
   * Lists the people of a group by name, each with every source that says so and since when.
   *
   * `GET /v1/users/getGroupMembers`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getGroupMembers(request: GetGroupMembersRequest, options?: CallOptions): Promise<GetGroupMembersResponse>;

  /**
   * Lists the groups of the installation by name, each with the number of its people.
   *
   * `GET /v1/users/getGroups`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getGroups(request?: GetGroupsRequest, options?: CallOptions): Promise<GetGroupsResponse>;

  /**
   * Lists the identity providers of the settings and those that were created, with the addresses to register there. Client secrets are never shown.
   *
   * `GET /v1/users/getIdentityProviders`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getIdentityProviders(request?: GetIdentityProvidersRequest, options?: CallOptions): Promise<GetIdentityProvidersResponse>;

  /**
   * Lists invitations, the newest first, with what became of their e-mails. Administrators see all, others those that they made.
   *
   * `GET /v1/users/getInvitations`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getInvitations(request?: GetInvitationsRequest, options?: CallOptions): Promise<GetInvitationsResponse>;

  /**
   * Lists the tokens of identity providers, the newest first, without their secrets.
   *
   * `GET /v1/users/getScimTokens`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getScimTokens(request?: GetScimTokensRequest, options?: CallOptions): Promise<GetScimTokensResponse>;

  /**
   * Returns whether people need a second factor, and how many have none yet. For administrators.
   *
   * `GET /v1/users/getSignInPolicy`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getSignInPolicy(request?: GetSignInPolicyRequest, options?: CallOptions): Promise<GetSignInPolicyResponse>;

  /**
   * Lists all users of the installation by name.
   *
   * `GET /v1/users/getUsers`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1205 (403)
   */
  getUsers(request?: GetUsersRequest, options?: CallOptions): Promise<GetUsersResponse>;

  /**
   * Invites a person by a one-time link that works for 7 days. The link is sent by e-mail. If the server sends no e-mail, or link is "show", the answer shows it once instead. The user is created when the person accepts.
   *
   * `POST /v1/users/inviteUser`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1202 (404), 1206 (403), 1232 (400)
   */
  inviteUser(request: InviteUserRequest, options?: CallOptions): Promise<InviteUserResponse>;

  /**
   * Removes the passkeys, the authenticator app and the recovery codes of a person, for example after a phone was lost, and ends the sessions of the person. The password stays. For administrators.
   *
   * `POST /v1/users/removeFactors`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  removeFactors(request: RemoveFactorsRequest, options?: CallOptions): Promise<RemoveFactorsResponse>;

  /**
   * Makes a new link for an invitation that is open or has expired, for 7 days from now, and sends or shows it as inviteUser does. The link before ends. Administrators do this for any invitation, others for those that they made and whose roles they may still give, by e-mail only and at most 50 invitations an hour (1003).
   *
   * `POST /v1/users/resendInvitation`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  resendInvitation(request: ResendInvitationRequest, options?: CallOptions): Promise<ResendInvitationResponse>;

  /**
   * Ends all access of an application to your account: all servers refuse its tokens within 2 seconds, and it must ask you again. Nothing happens if it has none. A token with scopes may not.
   *
   * `POST /v1/users/revokeConsent`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  revokeConsent(request: RevokeConsentRequest, options?: CallOptions): Promise<RevokeConsentResponse>;

  /**
   * Ends the link of an invitation that was not accepted yet. An invitation that was revoked or has expired stays as it is. Administrators revoke any invitation, others those that they made.
   *
   * `POST /v1/users/revokeInvitation`, an extension of the documented interface. Any signed-in caller may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  revokeInvitation(request: RevokeInvitationRequest, options?: CallOptions): Promise<RevokeInvitationResponse>;

  /**
   * Ends a token of an identity provider at once. People and groups stay as they are.
   *
   * `POST /v1/users/revokeScimToken`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  revokeScimToken(request: RevokeScimTokenRequest, options?: CallOptions): Promise<RevokeScimTokenResponse>;

  /**
   * Ends the access tokens that a client has now, or with userId those of all its clients, its personal tokens and its sessions: all servers refuse them within 2 seconds. Secrets of clients and passwords stay valid. Send either clientId or userId.
   *
   * `POST /v1/users/revokeTokens`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  revokeTokens(request?: RevokeTokensRequest, options?: CallOptions): Promise<RevokeTokensResponse>;

  /**
   * Creates a new secret. The old secret stays valid for overlapSeconds. With 0 it ends at once, and so do the access tokens of the client.
   *
   * `POST /v1/users/rotateClientSecret`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  rotateClientSecret(request: RotateClientSecretRequest, options?: CallOptions): Promise<RotateClientSecretResponse>;

  /**
   * Puts people into a group and takes people out of it, or sets all of them with `users`. Only what this operation put into the group is changed: people whom a SCIM client or a sign-in put there stay while that source says so. All servers see the change with their next request.
   *
   * `POST /v1/users/setGroupMembers`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  setGroupMembers(request: SetGroupMembersRequest, options?: CallOptions): Promise<SetGroupMembersResponse>;

  /**
   * With required, a password alone does not sign in: people need an authenticator app or a passkey beside it, or sign in with a passkey or single sign-on. Who has none sets one up at the next sign-in. Sessions that are open go on. Programs are not affected. For administrators.
   *
   * `POST /v1/users/setSignInPolicy`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  setSignInPolicy(request: SetSignInPolicyRequest, options?: CallOptions): Promise<SetSignInPolicyResponse>;

  /**
   * Changes the members that are sent. All servers refuse the tokens of a disabled application within 2 seconds. A scope that is taken away is gone when a token is renewed. newSecret replaces the secret of a confidential application at once.
   *
   * `POST /v1/users/updateApplication`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  updateApplication(request: UpdateApplicationRequest, options?: CallOptions): Promise<UpdateApplicationResponse>;

  /**
   * Disables or enables a client. The tokens of a disabled client stop working within seconds.
   *
   * `POST /v1/users/updateClient`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  updateClient(request: UpdateClientRequest, options?: CallOptions): Promise<UpdateClientResponse>;

  /**
   * Renames a group or changes its description. Its roles stay: deployed documents keep the group, and the next deployment has to use the new name.
   *
   * `POST /v1/users/updateGroup`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  updateGroup(request: UpdateGroupRequest, options?: CallOptions): Promise<UpdateGroupResponse>;

  /**
   * Changes the members that are sent. Null takes clientSecret or groupsClaim away; without a groups claim the groups that came from it go. The issuer cannot change: another issuer is another provider. With `disabled` nobody can sign in with it any more; sessions go on. A provider from the settings of the server is changed there (1009).
   *
   * `POST /v1/users/updateIdentityProvider`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  updateIdentityProvider(request: UpdateIdentityProviderRequest, options?: CallOptions): Promise<UpdateIdentityProviderResponse>;

  /**
   * Renames a user, or disables or enables a user with all its clients. Disabling ends its sessions and personal tokens within 2 seconds; enabling does not bring them back.
   *
   * `POST /v1/users/updateUser`, an extension of the documented interface. Only the administrator may call it.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1005 (413), 1006 (415), 1007 (400), 1009 (409), 1010 (503), 1015 (403), 1018 (403), 1022 (409), 1200 (400), 1207 (403)
   */
  updateUser(request: UpdateUserRequest, options?: CallOptions): Promise<UpdateUserResponse>;

  /**
   * Streams all rows that getAuditLogs lists, newest first, one JSON object per line. Rows written during the export are left out.
   *
   * `GET /v1/process/exportAuditLogs`, an extension of the documented interface. Needs a role that grants `audit.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1221 (404), 1227 (500), 1232 (400)
   */
  exportAuditLogs(request?: ExportAuditLogsRequest, options?: CallOptions): Promise<ExportAuditLogsResponse>;

  /**
   * Lists who changed what and when, newest first. The administrator may leave out subProjectId to read the log of the whole installation.
   *
   * `GET /v1/process/getAuditLogs`, an extension of the documented interface. Needs a role that grants `audit.read`.
   *
   * @throws MillraceError with one of the ids 1000 (500), 1001 (401), 1003 (429), 1010 (503), 1200 (400), 1201 (404), 1202 (404), 1203 (403), 1205 (403), 1221 (404), 1227 (500), 1232 (400)
   */
  getAuditLogs(request?: GetAuditLogsRequest, options?: CallOptions): Promise<GetAuditLogsResponse>;
}
